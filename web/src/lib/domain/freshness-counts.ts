import { currentFreshness, dayIndex, expiryDate, type Dated, type Freshness } from "./freshness";

type FreshnessItem = Dated & { readonly status: Freshness };

/** Counts items by their current freshness. */
export function countByFreshness(items: readonly FreshnessItem[], now: Date): Record<Freshness, number> {
  const counts = { fresh: 0, soon: 0, expired: 0 };
  for (const item of items) counts[currentFreshness(item, now)] += 1;
  return counts;
}

/** Counts the unexpired items that expire on each of the next seven calendar days, today first. */
export function countDueByDay(items: readonly FreshnessItem[], now: Date): readonly number[] {
  const counts = [0, 0, 0, 0, 0, 0, 0];
  for (const item of items) {
    const day = dayIndex(expiryDate(item), now);
    if (day >= 0 && day < 7 && currentFreshness(item, now) !== "expired") counts[day] = (counts[day] ?? 0) + 1;
  }
  return counts;
}
