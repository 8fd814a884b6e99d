import { daysLeft, freshnessAt, type Dated, type Freshness } from "./freshness";

/** Counts items by their current freshness. */
export function countByFreshness(items: readonly Dated[], now: Date): Record<Freshness, number> {
  const counts = { fresh: 0, soon: 0, expired: 0 };
  for (const item of items) counts[freshnessAt(item, now)] += 1;
  return counts;
}

/** Counts the unexpired items by days left: those that expire today, tomorrow, and on the five days after. */
export function countDueByDay(items: readonly Dated[], now: Date): readonly number[] {
  const counts = [0, 0, 0, 0, 0, 0, 0];
  for (const item of items) {
    const day = daysLeft(item, now);
    if (day < 7 && freshnessAt(item, now) !== "expired") counts[day] = (counts[day] ?? 0) + 1;
  }
  return counts;
}
