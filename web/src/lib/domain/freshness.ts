/**
 * Freshness as the server computes it. The client repeats the rule only for what the server has not seen yet (a change
 * that waits, a list read offline days later); time only makes food older, so the worse of the two answers is the true
 * one.
 */
export type Freshness = "fresh" | "soon" | "expired";
const DAY = 86_400_000;
const SOON_DAYS = 3;
const SEVERITY: Record<Freshness, number> = { fresh: 0, soon: 1, expired: 2 };

/** Days left, rounded up; zero or less once the moment has passed. */
export function daysLeft(expiresAt: string, now: Date): number {
  // `-0` would print as "-0 days left".
  return Math.ceil((new Date(expiresAt).getTime() - now.getTime()) / DAY) + 0;
}

export function freshnessAt(expiresAt: string, now: Date): Freshness {
  if (now.getTime() >= new Date(expiresAt).getTime()) return "expired";
  return daysLeft(expiresAt, now) <= SOON_DAYS ? "soon" : "fresh";
}

/** The server's word, unless time has moved on since it spoke. */
export function currentFreshness(item: { status: Freshness; expiresAt: string }, now: Date): Freshness {
  const computed = freshnessAt(item.expiresAt, now);
  return SEVERITY[computed] > SEVERITY[item.status] ? computed : item.status;
}

/**
 * The length of the life bar, from 1 (just bought) to 0 (expired). The days decide while it is soon, and the share of
 * its shelf life before that, so that the bar is the shorter the less is left, whatever the shelf life.
 */
export function lifeLength(
  item: { expiresAt: string; shelfLifeDays: number; expiryReason?: { days: number } | null },
  now: Date,
): number {
  const days = daysLeft(item.expiresAt, now);
  if (days <= SOON_DAYS) return Math.max(0, days) * 0.15;
  const left = (Date.parse(item.expiresAt) - now.getTime()) / DAY / (item.expiryReason?.days ?? item.shelfLifeDays);
  return 0.5 + Math.min(1, left) / 2;
}

/** Local midnight of the day that lies `offset` days after `now`'s. */
export function startOfDay(now: Date, offset = 0): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + offset);
}

/** An item's day: `expiresOn` if a person picked or read a calendar day, which is the same on every device. */
export interface Dated {
  readonly expiresAt: string;
  readonly expiresOn?: string | null | undefined;
}

/** Returns a moment within the calendar day on which an item expires. */
export function expiryDate({ expiresAt, expiresOn }: Dated): Date {
  return (expiresOn ? endOfDay(expiresOn) : undefined) ?? new Date(expiresAt);
}

/** Returns the day on which an item expires, as a date field writes it. */
export function expiryDay(item: Dated): string {
  return item.expiresOn ?? dayField(item.expiresAt);
}

/** Returns a moment's calendar day here: 0 today, 1 tomorrow, negative before. */
export function dayIndex(moment: string | Date, now: Date): number {
  const day = startOfDay(new Date(moment));
  // A day with a clock change has 23 or 25 hours, hence the rounding.
  return Math.round((day.getTime() - startOfDay(now).getTime()) / DAY);
}

/** The same time of day, some calendar days later: a day with a clock change has 23 or 25 hours. */
export function addDays(moment: Date, days: number): Date {
  const later = new Date(moment);
  later.setDate(later.getDate() + Math.round(days));
  return later;
}

/** The `expiresAt` of something that keeps `days` days from now: the end of the last one, as on the server. */
export function expiryAfter(days: number, now: Date): string {
  return new Date(startOfDay(now, Math.round(days) + 1).getTime() - 1).toISOString();
}

/** Returns the moment that a receipt's shelf lives are counted from: its day of purchase, if that is known. */
export function purchaseMoment(receipt: { scannedAt: string; purchasedOn?: string | null }): Date {
  const scanned = new Date(receipt.scannedAt);
  const bought = receipt.purchasedOn ? endOfDay(receipt.purchasedOn) : undefined;
  return bought && bought < scanned ? bought : scanned;
}

/**
 * The last moment of a day as a date field writes it (2026-12-12), where the person is: "best before" a day includes
 * that day. Undefined for what is no day.
 */
export function endOfDay(day: string): Date | undefined {
  const [, year = "", month = "", date = ""] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (year === "") return undefined;
  return new Date(Number(year), Number(month) - 1, Number(date), 23, 59, 59, 999);
}

/** The day of a moment as a date field writes it. */
export function dayField(moment: string | Date): string {
  const date = new Date(moment);
  const two = (n: number) => String(n).padStart(2, "0");
  return `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
