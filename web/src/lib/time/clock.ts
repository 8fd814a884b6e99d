import { useSyncExternalStore } from "react";
import { daysLeft, startOfDay } from "../domain/freshness";
import { createStore, useStore } from "../state/store";

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

/** The difference between the server's and the device's clock, in milliseconds; 0 for one too small to see. */
let ahead = 0;
const MIN_DIFFERENCE_MS = 120_000;

const serverNow = () => new Date(Date.now() + ahead);

function tick(): void {
  present.set(serverNow());
}

/**
 * Takes the time from an answer's `Date` header. Badges use the server's clock, so labels and bars must too: on a
 * device that is a day behind, an item would be expired with a day left.
 */
export function noteServerTime(date: string | null): void {
  const difference = Date.parse(date ?? "") - Date.now();
  if (Math.abs(difference - ahead) < MIN_DIFFERENCE_MS || Number.isNaN(difference)) return;
  ahead = Math.abs(difference) < MIN_DIFFERENCE_MS ? 0 : difference;
  tick();
}

/**
 * Ticks now if the days left to one of these moments have changed since the last tick. An item that was thawed or added
 * after it would have a day too many until the next one.
 */
export function catchUp(moments: Iterable<{ readonly expiresAt: string }>): void {
  const now = serverNow();
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
