import { useSyncExternalStore } from "react";
import { daysLeft } from "./domain/freshness";

/**
 * The current time for components: constant between ticks so that a list's rows agree, and updated every minute and
 * whenever the page becomes visible (an app may sleep for days).
 */
let present = new Date();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  present = new Date();
  for (const listener of listeners) listener();
}

/**
 * Ticks now if the days left to one of these moments have changed since the last tick. What was thawed or added half a
 * minute after it would have a day too many until the next one.
 */
export function catchUp(moments: Iterable<{ readonly expiresAt: string }>): void {
  const now = new Date();
  for (const { expiresAt } of moments) {
    if (daysLeft(expiresAt, present) !== daysLeft(expiresAt, now)) return tick();
  }
}

function onVisible(): void {
  if (document.visibilityState === "visible") tick();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    present = new Date();
    timer = setInterval(tick, 60_000);
    document.addEventListener("visibilitychange", onVisible);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onVisible);
    }
  };
}

export function useNow(): Date {
  return useSyncExternalStore(subscribe, () => present);
}
