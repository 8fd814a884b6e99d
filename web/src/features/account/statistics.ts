import type { GroceryItem, StatisticsMonth, StatisticsWeek } from "../../api/types";
import { currentFreshness, dayIndex, expiryDate, type Freshness } from "../../lib/domain/freshness";

export type FreshnessCounts = Record<Freshness, number>;

export function countByFreshness(items: readonly GroceryItem[], now: Date): FreshnessCounts {
  const counts: FreshnessCounts = { fresh: 0, soon: 0, expired: 0 };
  for (const item of items) counts[currentFreshness(item, now)] += 1;
  return counts;
}

/**
 * Counts the items that fall due on each of the next seven calendar days, today first, without those that have expired.
 */
export function dueThisWeek(items: readonly GroceryItem[], now: Date): number[] {
  const days = Array.from({ length: 7 }, () => 0);
  for (const item of items) {
    if (currentFreshness(item, now) === "expired") continue;
    const day = dayIndex(expiryDate(item), now);
    if (day >= 0 && day < 7) days[day] = (days[day] ?? 0) + 1;
  }
  return days;
}

/** The endings of an item, in the order of the chart. */
export const ENDINGS = ["used", "tossed", "expired"] as const;
export type Ending = (typeof ENDINGS)[number];

/** Each ending's sum over the weeks. */
export function countEndings(weeks: readonly StatisticsWeek[]): Record<Ending, number> {
  const total = { used: 0, tossed: 0, expired: 0 };
  for (const week of weeks) for (const end of ENDINGS) total[end] += week[end];
  return total;
}

/** The number that the tallest column represents; 0 if no item ended in any week. */
export function maxPerWeek(weeks: readonly StatisticsWeek[]): number {
  return Math.max(0, ...weeks.map((week) => week.used + week.tossed + week.expired));
}

/** The months with known prices, the latest first, with the number of items. */
export function pricedMonths(months: readonly StatisticsMonth[]): readonly (StatisticsMonth & { things: number })[] {
  return months
    .filter(({ priced }) => priced > 0)
    .map((month) => ({ ...month, things: month.used + month.tossed + month.expired }))
    .reverse();
}
