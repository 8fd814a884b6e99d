import type { StatisticsMonth, StatisticsWeek } from "../../api/types";

/** The endings of an item, in the order of the chart. */
export const ENDINGS = ["used", "tossed", "expired"] as const;
type Ending = (typeof ENDINGS)[number];

/** Returns the number of items with each ending, over all weeks. */
export function countEndings(weeks: readonly StatisticsWeek[]): Record<Ending, number> {
  const total = { used: 0, tossed: 0, expired: 0 };
  for (const week of weeks) for (const ending of ENDINGS) total[ending] += week[ending];
  return total;
}

/** Returns the maximum number of items that ended in one week. */
export function maxPerWeek(weeks: readonly StatisticsWeek[]): number {
  return Math.max(0, ...weeks.map((week) => week.used + week.tossed + week.expired));
}

/** Returns the months with known prices, the latest first, with the number of items that ended. */
export function pricedMonths(months: readonly StatisticsMonth[]): readonly (StatisticsMonth & { itemCount: number })[] {
  return months
    .filter(({ priced }) => priced > 0)
    .map((month) => ({ ...month, itemCount: month.used + month.tossed + month.expired }))
    .reverse();
}
