import { useSyncExternalStore } from "react";
import { daysLeft, startOfDay } from "./domain/freshness";
import { createStore, useStore } from "./store";

/**
 * The current time for components: constant between ticks so that a list's rows agree, and updated every minute and
 * whenever the page becomes visible (an app may sleep for days).
 */
const present = createStore(new Date(), () => {
  tick();
  const timer = setInterval(tick, 60_000);
  document.addEventListener("visibilitychange", onVisible);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", onVisible);
  };
});

function tick(): void {
  present.set(new Date());
}

/**
 * Ticks now if the days left to one of these moments have changed since the last tick. What was thawed or added half a
 * minute after it would have a day too many until the next one.
 */
export function catchUp(moments: Iterable<{ readonly expiresAt: string }>): void {
  const now = new Date();
  for (const { expiresAt } of moments) {
    if (daysLeft(expiresAt, present.get()) !== daysLeft(expiresAt, now)) return tick();
  }
}

function onVisible(): void {
  if (document.visibilityState === "visible") tick();
}

export function useNow(): Date {
  return useStore(present);
}

let today = startOfDay(present.get());
function readToday(): Date {
  const day = startOfDay(present.get());
  if (day.getTime() !== today.getTime()) today = day;
  return today;
}

/** The start of the current day, for what shows no hours: it is not drawn again with every minute. */
export function useToday(): Date {
  return useSyncExternalStore(present.subscribe, readToday);
}
