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

/** How much of the shelf life is left, from 1 (just bought) to 0 (its day has come). */
export function lifeLeft(
  item: { expiresAt: string; shelfLifeDays: number; expiryReason?: { days: number } | null },
  now: Date,
): number {
  const left = (new Date(item.expiresAt).getTime() - now.getTime()) / DAY;
  return Math.min(1, Math.max(0, left / Math.max(1, item.expiryReason?.days ?? item.shelfLifeDays)));
}

/** Local midnight of the day that lies `offset` days after `now`'s. */
export function startOfDay(now: Date, offset = 0): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + offset);
}

/** The calendar day (0 today, 1 tomorrow, negative before) on which something expires for a person here. */
export function dayIndex(expiresAt: string, now: Date): number {
  const day = startOfDay(new Date(expiresAt));
  // A day with a clock change has 23 or 25 hours, hence the rounding.
  return Math.round((day.getTime() - startOfDay(now).getTime()) / DAY);
}

/** The `expiresAt` of something that keeps `days` days from now. */
export function expiryAfter(days: number, now: Date): string {
  return new Date(now.getTime() + days * DAY).toISOString();
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
