import { useSyncExternalStore } from "react";
import { daysLeft, larderToday, startOfDay, type Dated } from "../domain/freshness";
import { createStore, useStore } from "../state/store";
import { setLarderZone } from "./larder-zone";

/**
 * The current time for components. It changes every minute and when the page becomes visible, and is constant in
 * between so that all rows of a list use the same time.
 */
const currentTime = createStore(new Date(), () => {
  tick();
  const timer = setInterval(tick, 60_000);
  document.addEventListener("visibilitychange", onVisible);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", onVisible);
  };
});

let larderZone: string | undefined;

/** The difference between the server's and the device's clock in milliseconds; 0 if it is small. */
let offsetMs = 0;
const MIN_OFFSET_MS = 120_000;

const serverNow = () => new Date(Date.now() + offsetMs);

function tick(): void {
  currentTime.set(serverNow());
}

/**
 * Takes the server's time from a response's `Date` header. The server computes the freshness badges, so the days left
 * must use the same clock.
 */
export function noteServerTime(date: string | null): void {
  const difference = Date.parse(date ?? "") - Date.now();
  if (Math.abs(difference - offsetMs) < MIN_OFFSET_MS || Number.isNaN(difference)) return;
  offsetMs = Math.abs(difference) < MIN_OFFSET_MS ? 0 : difference;
  tick();
}

/** Counts days in the larder's time zone from now on; in the device's if it is undefined. */
export function noteLarderZone(zone: string | undefined): void {
  if (zone === larderZone) return;
  larderZone = zone;
  setLarderZone(zone);
  tick();
}

/**
 * Ticks now if that changes the days left of an item. Otherwise an item that was added after the last tick would have a
 * day too many until the next one.
 */
export function tickIfDaysChanged(items: Iterable<Dated>): void {
  const now = serverNow();
  for (const item of items) {
    if (daysLeft(item, currentTime.get()) !== daysLeft(item, now)) return tick();
  }
}

function onVisible(): void {
  if (document.visibilityState === "visible") tick();
}

export function useNow(): Date {
  return useStore(currentTime);
}

let today = startOfDay(larderToday(currentTime.get()));
function readToday(): Date {
  const day = startOfDay(larderToday(currentTime.get()));
  if (day.getTime() !== today.getTime()) today = day;
  return today;
}

/** Returns the start of the current day, for components that need not render again every minute. */
export function useToday(): Date {
  return useSyncExternalStore(currentTime.subscribe, readToday);
}
