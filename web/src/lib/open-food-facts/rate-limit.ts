import { storage } from "../browser/storage";

/** Open Food Facts allows 15 product requests per minute and IP address. */
const MAX_REQUESTS = 15;
const WINDOW_MS = 60_000;
/** In local storage, for all tabs and over reloads. */
const KEY = "larder.product-lookups";

/** Returns the times of the requests within the window before `now`, in milliseconds. */
function recentRequests(now: number): number[] {
  let stored: unknown;
  try {
    stored = JSON.parse(storage.get(KEY) ?? "[]");
  } catch {
    return [];
  }
  if (!Array.isArray(stored)) return [];
  // Times after `now` come from a clock that has been set back since.
  return stored.filter((time): time is number => typeof time === "number" && time <= now && now - time < WINDOW_MS);
}

/** Counts a request. Returns false, and counts nothing, if the limit is reached. */
export function countRequest(now = Date.now()): boolean {
  const recent = recentRequests(now);
  if (recent.length >= MAX_REQUESTS) return false;
  storage.set(KEY, JSON.stringify([...recent, now]));
  return true;
}

/** Allows no further request for a minute, after the service has refused one. */
export function pauseRequests(now = Date.now()): void {
  storage.set(KEY, JSON.stringify(Array<number>(MAX_REQUESTS).fill(now)));
}
