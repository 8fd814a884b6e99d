import { useEffect, useState, useSyncExternalStore } from "react";
import { usePath, useSearchParams } from "./router";
import { storage } from "./storage";

/**
 * Cards that ask a person for something (to install, to allow reminders) take turns: the first that wants to asks, the
 * next once that is answered. They know each other by nothing but this.
 */
let waiting: readonly string[] = [];
const listeners = new Set<() => void>();

function set(next: readonly string[]): void {
  waiting = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Returns true if it is this card's turn. The turn passes on when it no longer wants to ask, or unmounts. A card that is
 * `urgent` goes before all that wait.
 */
export function usePrompt(name: string, wants: boolean, urgent = false): boolean {
  const first = useSyncExternalStore(subscribe, () => waiting[0]);
  useEffect(() => {
    if (!wants) return;
    set(urgent ? [name, ...waiting] : [...waiting, name]);
    return () => set(waiting.filter((other) => other !== name));
  }, [name, wants, urgent]);
  return wants && first === name;
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

/** Cards are for My Items; elsewhere people came for something else. */
export function useIsOnItems(): boolean {
  return useScreen() === "items";
}

/**
 * The same as `useTurn` for a card that asks at most once a week, and not after another one in the same page load: one
 * that is not answered does not come back with every page load, and answering one does not bring the next.
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
