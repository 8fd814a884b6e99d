import { useEffect, useState } from "react";
import { usePath, useSearchParams } from "../navigation/router";
import { storage } from "../browser/storage";
import { createStore, useStore } from "./store";

/** The names of prompt cards (to install, to allow reminders) in order. Only the first one is shown. */
const queue = createStore<readonly string[]>([]);

/** The number of components that `useTask` marks as active. */
const tasks = createStore(0);

/** Hides all prompt cards while the component is active, such as a selection that they must not cover. */
export function useTask(isActive = true): void {
  useEffect(() => {
    if (!isActive) return;
    tasks.set(tasks.get() + 1);
    return () => tasks.set(tasks.get() - 1);
  }, [isActive]);
}

/**
 * Queues a prompt card while `isDue`. Returns true if it is the first in the queue and no task is active. An `isUrgent`
 * card comes before all others.
 */
export function usePrompt(name: string, isDue: boolean, isUrgent = false): boolean {
  const [first] = useStore(queue);
  useEffect(() => {
    if (!isDue) return;
    queue.set(isUrgent ? [name, ...queue.get()] : [...queue.get(), name]);
    return () => queue.set(queue.get().filter((other) => other !== name));
  }, [name, isDue, isUrgent]);
  return useStore(tasks) === 0 && isDue && first === name;
}

const WEEK_MS = 7 * 86_400_000;
/** The weekly card that was shown in this page load. It stays due, and no other is shown. */
let shownInThisLoad: string | undefined;

function wasShownThisWeek(name: string): boolean {
  const shownAt = Number(storage.get(`larder.asked.${name}`));
  return Date.now() - shownAt < WEEK_MS;
}

/** Returns the name of the current screen: its path, or the tab of the main page. */
export function useScreen(): string {
  const path = usePath();
  const [search] = useSearchParams();
  return path === "/" ? (search.get("tab") ?? "items") : path;
}

/** Returns true on My Items, the only screen with prompt cards. */
export function useIsOnItems(): boolean {
  return useScreen() === "items";
}

/**
 * The same as `usePrompt` for a card that is shown at most once a week, and only if no other weekly card was shown in
 * this page load.
 */
export function useWeeklyPrompt(name: string, isDue: boolean): boolean {
  const isOwnLoad = () => shownInThisLoad === name;
  const [isAllowed] = useState(() => isOwnLoad() || (shownInThisLoad === undefined && !wasShownThisWeek(name)));
  const isShown = usePrompt(name, isDue && isAllowed && (shownInThisLoad === undefined || isOwnLoad()));
  useEffect(() => {
    if (!isShown || shownInThisLoad === name) return;
    shownInThisLoad = name;
    storage.set(`larder.asked.${name}`, String(Date.now()));
  }, [isShown, name]);
  return isShown;
}
