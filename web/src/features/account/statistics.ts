import type { GroceryItem, StatisticsMonth, StatisticsWeek } from "../../api/types";
import { currentFreshness, dayIndex, expiryDate, type Freshness } from "../../lib/domain/freshness";

export type FreshnessCounts = Record<Freshness, number>;

export function countByFreshness(items: readonly GroceryItem[], now: Date): FreshnessCounts {
  const counts: FreshnessCounts = { fresh: 0, soon: 0, expired: 0 };
  for (const item of items) counts[currentFreshness(item, now)] += 1;
  return counts;
}

/**
 * How many things fall due on each of the next seven calendar days, today first. What has already expired is not among
 * them.
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

/** How an item can end, in the order the picture stacks them. */
export const ENDINGS = ["used", "tossed", "expired"] as const;
export type Ending = (typeof ENDINGS)[number];

/** Each ending's sum over the weeks. */
export function countEndings(weeks: readonly StatisticsWeek[]): Record<Ending, number> {
  const total = { used: 0, tossed: 0, expired: 0 };
  for (const week of weeks) for (const end of ENDINGS) total[end] += week[end];
  return total;
}

/** What the tallest column stands for; 0 when nothing ended in any week. */
export function maxPerWeek(weeks: readonly StatisticsWeek[]): number {
  return Math.max(0, ...weeks.map((week) => week.used + week.tossed + week.expired));
}

/** The months of which a receipt told a price, the latest first, with how many things they are about. */
export function pricedMonths(months: readonly StatisticsMonth[]): readonly (StatisticsMonth & { things: number })[] {
  return months
    .filter(({ priced }) => priced > 0)
    .map((month) => ({ ...month, things: month.used + month.tossed + month.expired }))
    .reverse();
}
