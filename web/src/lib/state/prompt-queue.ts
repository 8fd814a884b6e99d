import { useEffect, useState } from "react";
import { usePath, useSearchParams } from "../navigation/router";
import { storage } from "../browser/storage";
import { createStore, useStore } from "./store";

/**
 * Cards with a question (to install, to allow reminders) take turns: the first is shown, the next once that is
 * answered. This queue is their only connection.
 */
const waiting = createStore<readonly string[]>([]);

/** The number of tasks on the screen. */
const tasks = createStore(0);

/** Hides all cards while something is on the screen that they must not cover, such as a selection. */
export function useTask(isActive = true): void {
  useEffect(() => {
    if (!isActive) return;
    tasks.set(tasks.get() + 1);
    return () => tasks.set(tasks.get() - 1);
  }, [isActive]);
}

/**
 * Returns true if it is this card's turn, and the screen is idle. The turn ends when the card no longer asks, or
 * unmounts. An `urgent` card comes before all others.
 */
export function usePrompt(name: string, wants: boolean, urgent = false): boolean {
  const [first] = useStore(waiting);
  useEffect(() => {
    if (!wants) return;
    waiting.set(urgent ? [name, ...waiting.get()] : [...waiting.get(), name]);
    return () => waiting.set(waiting.get().filter((other) => other !== name));
  }, [name, wants, urgent]);
  return useStore(tasks) === 0 && wants && first === name;
}

const WEEK_MS = 7 * 86_400_000;
/** Cards that were due at the start of this page load stay due while it lasts. */
const dueSinceLoad = new Set<string>();

function wasShownThisWeek(name: string): boolean {
  const shownAt = Number(storage.get(`larder.asked.${name}`));
  return Date.now() - shownAt < WEEK_MS;
}

/** Returns the name of the present screen: its path, and the tab of the main page. */
export function useScreen(): string {
  const path = usePath();
  const [search] = useSearchParams();
  return path === "/" ? (search.get("tab") ?? "items") : path;
}

/** Cards are only shown on My Items. */
export function useIsOnItems(): boolean {
  return useScreen() === "items";
}

/**
 * The same as `useTurn` for a card that asks at most once a week, and only if no other asked in the same page load: an
 * unanswered card does not return with every page load, and answering one does not show the next.
 */
export function useWeeklyPrompt(name: string, wants: boolean): boolean {
  const [due] = useState(() => dueSinceLoad.has(name) || (dueSinceLoad.size === 0 && !wasShownThisWeek(name)));
  const isFree = dueSinceLoad.size === 0 || dueSinceLoad.has(name);
  const shown = usePrompt(name, wants && due && isFree);
  useEffect(() => {
    if (!shown || dueSinceLoad.has(name)) return;
    dueSinceLoad.add(name);
    storage.set(`larder.asked.${name}`, String(Date.now()));
  }, [shown, name]);
  return shown;
}
