import { dayInLarderZone, startInLarderZone } from "../time/larder-zone";

/* The client counts days by the server's rule (`shared/domain/src/freshness.rs`), also offline. */

export type Freshness = "fresh" | "soon" | "expired";
const DAY_MS = 86_400_000;
/** In every time zone, days end at a multiple of this time. */
const QUARTER_HOUR_MS = 900_000;
/** From this number of days left on, an item expires soon. */
export const SOON_DAYS = 3;

/**
 * An expiry date. `expiresOn` is the last calendar day, which is the same in every time zone. Without it, the item
 * expires at the end of the day that `expiresAt` ends, or else at that moment.
 */
export interface Dated {
  readonly expiresAt: string;
  readonly expiresOn?: string | null | undefined;
}

function dayInLarder(moment: Date): string {
  return dayInLarderZone(moment) ?? dayField(moment);
}

/** Returns the number of a calendar day (2026-12-12), counted from 1970. */
export function dayNumber(day: string): number {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS);
}

const MAX_DAY = dayNumber("9999-12-31");

function dayOfNumber(number: number): string {
  return new Date(Math.min(MAX_DAY, number) * DAY_MS).toISOString().slice(0, 10);
}

/** Returns an item's last calendar day; undefined if a client sent only a moment. */
function lastDay({ expiresAt, expiresOn }: Dated): string | undefined {
  if (expiresOn) return expiresOn;
  const end = Date.parse(expiresAt) + 1;
  if (end % QUARTER_HOUR_MS !== 0) return undefined;
  // If the larder has moved to another time zone since, the nearest midnight there counts.
  return dayOfNumber(dayNumber(dayInLarder(new Date(end + DAY_MS / 2))) - 1);
}

/**
 * Returns the days left: calendar days from the larder's today, 0 on the last day, negative after it. For a moment the
 * difference in days, rounded up (specification §4).
 */
export function daysLeft(item: Dated, now: Date): number {
  const day = lastDay(item);
  if (day !== undefined) return dayNumber(day) - dayNumber(dayInLarder(now));
  // `-0` would print as "-0 days left".
  return Math.ceil((Date.parse(item.expiresAt) - now.getTime()) / DAY_MS) + 0;
}

export function freshnessAt(item: Dated, now: Date): Freshness {
  const days = daysLeft(item, now);
  // A moment that is past today has no day left.
  if (days < 0 || (days === 0 && lastDay(item) === undefined)) return "expired";
  return days <= SOON_DAYS ? "soon" : "fresh";
}

/** Returns true if only the printed best-before date is past: the food is usually still good. */
export function isPastBestBefore(
  item: Dated & { readonly dateKind?: string | null | undefined; readonly expiryReason?: unknown },
  now: Date,
): boolean {
  return item.dateKind === "best_before" && !item.expiryReason && freshnessAt(item, now) === "expired";
}

/** Returns local midnight of a day, `offset` days after that of `now`. */
export function startOfDay(now: Date, offset = 0): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + offset);
}

/** Returns a moment of the larder's day at `now` on this device: days are shown by the device's calendar. */
export function larderToday(now: Date): Date {
  const day = dayInLarder(now);
  return day === dayField(now) ? now : (endOfDay(day) ?? now);
}

/** Returns a moment within the calendar day on which an item expires. */
export function expiryDate(item: Dated): Date {
  return endOfDay(lastDay(item) ?? "") ?? larderToday(new Date(item.expiresAt));
}

/** Returns the day on which an item expires, in the format of a date field. */
export function expiryDay(item: Dated): string {
  return dayField(expiryDate(item));
}

/** Returns the calendar day of a moment relative to `now`: 0 today, 1 tomorrow, negative before. */
export function dayIndex(moment: string | Date, now: Date): number {
  const day = startOfDay(new Date(moment));
  // A day with a clock change has 23 or 25 hours, hence the rounding.
  return Math.round((day.getTime() - startOfDay(now).getTime()) / DAY_MS);
}

/** Returns the calendar days from the larder's day at a moment to an item's last day. */
export function daysUntil(item: Dated, moment: Date): number {
  return dayIndex(expiryDate(item), larderToday(moment));
}

/** Returns the `expiresAt` of food that keeps `days` days from the larder's today. */
export function expiryAfter(days: number, now: Date): string {
  return endOfDayAfter(dayInLarder(now), days);
}

/** Returns the end of the calendar day that is `days` after another, in the larder's time zone, as the server does. */
export function endOfDayAfter(day: string, days: number): string {
  const next = dayOfNumber(dayNumber(day) + Math.round(days) + 1);
  const start = startInLarderZone(next) ?? new Date(`${next}T00:00`);
  return new Date(start.getTime() - 1).toISOString();
}

/** Returns the day from which a receipt's shelf lives count: that of the purchase if known, else that of the scan. */
export function purchaseDay(receipt: { scannedAt: string; purchasedOn?: string | null }): string {
  const scannedOn = dayInLarder(new Date(receipt.scannedAt));
  return receipt.purchasedOn && receipt.purchasedOn < scannedOn ? receipt.purchasedOn : scannedOn;
}

/**
 * Returns the last moment of a day (2026-12-12) in local time, since "best before" includes that day. Undefined for
 * other text.
 */
export function endOfDay(day: string): Date | undefined {
  const [, year = "", month = "", date = ""] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (year === "") return undefined;
  return new Date(Number(year), Number(month) - 1, Number(date), 23, 59, 59, 999);
}

/** Returns the day of a moment on this device in the format of a date field (2026-12-12). */
export function dayField(moment: string | Date): string {
  const date = new Date(moment);
  const twoDigits = (n: number) => String(n).padStart(2, "0");
  return `${String(date.getFullYear()).padStart(4, "0")}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}
