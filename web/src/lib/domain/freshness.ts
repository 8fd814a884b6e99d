/** The client computes freshness by the server's rule, for waiting changes and for lists that were cached days ago. */
export type Freshness = "fresh" | "soon" | "expired";
const DAY_MS = 86_400_000;
const SOON_DAYS = 3;
const SEVERITY: Record<Freshness, number> = { fresh: 0, soon: 1, expired: 2 };

/** Returns the days until a moment, rounded up; zero or less once it has passed. */
export function daysLeft(expiresAt: string, now: Date): number {
  // `-0` would print as "-0 days left".
  return Math.ceil((new Date(expiresAt).getTime() - now.getTime()) / DAY_MS) + 0;
}

export function freshnessAt(expiresAt: string, now: Date): Freshness {
  if (now.getTime() >= new Date(expiresAt).getTime()) return "expired";
  return daysLeft(expiresAt, now) <= SOON_DAYS ? "soon" : "fresh";
}

/** Returns the worse of the server's freshness and the current one, because time has passed since the response. */
export function currentFreshness(item: { status: Freshness; expiresAt: string }, now: Date): Freshness {
  const computed = freshnessAt(item.expiresAt, now);
  return SEVERITY[computed] > SEVERITY[item.status] ? computed : item.status;
}

/**
 * Returns the length of the freshness bar, from 1 (just bought) to 0 (expired): 0.15 for each of the last days, in which
 * the item is expiring, and before that the left share of the shelf life, from 1 to 0.5.
 */
export function freshnessBarLength(
  item: { expiresAt: string; shelfLifeDays: number; expiryReason?: { days: number } | null },
  now: Date,
): number {
  const days = daysLeft(item.expiresAt, now);
  if (days <= SOON_DAYS) return Math.max(0, days) * 0.15;
  const left = (Date.parse(item.expiresAt) - now.getTime()) / DAY_MS / (item.expiryReason?.days ?? item.shelfLifeDays);
  return 0.5 + Math.min(1, left) / 2;
}

/** Returns local midnight of a day, `offset` days after that of `now`. */
export function startOfDay(now: Date, offset = 0): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + offset);
}

/** An expiry date. `expiresOn` is a calendar day that was chosen or read, which is the same in every time zone. */
export interface Dated {
  readonly expiresAt: string;
  readonly expiresOn?: string | null | undefined;
}

/** Returns a moment within the calendar day on which an item expires. */
export function expiryDate({ expiresAt, expiresOn }: Dated): Date {
  return (expiresOn ? endOfDay(expiresOn) : undefined) ?? new Date(expiresAt);
}

/** Returns the day on which an item expires, in the format of a date field. */
export function expiryDay(item: Dated): string {
  return item.expiresOn ?? dayField(item.expiresAt);
}

/** Returns the calendar day of a moment relative to `now`: 0 today, 1 tomorrow, negative before. */
export function dayIndex(moment: string | Date, now: Date): number {
  const day = startOfDay(new Date(moment));
  // A day with a clock change has 23 or 25 hours, hence the rounding.
  return Math.round((day.getTime() - startOfDay(now).getTime()) / DAY_MS);
}

/** Returns the `expiresAt` of food that keeps `days` days from now: the end of the last one, as on the server. */
export function expiryAfter(days: number, now: Date): string {
  return new Date(startOfDay(now, Math.round(days) + 1).getTime() - 1).toISOString();
}

/** Returns the start of a receipt's shelf lives: its day of purchase if known, else its scan. */
export function purchaseMoment(receipt: { scannedAt: string; purchasedOn?: string | null }): Date {
  const scanned = new Date(receipt.scannedAt);
  const bought = receipt.purchasedOn ? endOfDay(receipt.purchasedOn) : undefined;
  return bought && bought < scanned ? bought : scanned;
}

/** Returns the last moment of a day (2026-12-12) in local time, since "best before" includes that day. Undefined for other text. */
export function endOfDay(day: string): Date | undefined {
  const [, year = "", month = "", date = ""] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (year === "") return undefined;
  return new Date(Number(year), Number(month) - 1, Number(date), 23, 59, 59, 999);
}

/** Returns the day of a moment in the format of a date field (2026-12-12). */
export function dayField(moment: string | Date): string {
  const date = new Date(moment);
  const twoDigits = (n: number) => String(n).padStart(2, "0");
  return `${String(date.getFullYear()).padStart(4, "0")}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}
