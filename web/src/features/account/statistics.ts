import type { GroceryItem } from "../../api/types";
import { currentFreshness, dayIndex, type Freshness } from "../../lib/domain/freshness";

export type Counts = Record<Freshness, number>;

export function countByFreshness(items: readonly GroceryItem[], now: Date): Counts {
  const counts: Counts = { fresh: 0, soon: 0, expired: 0 };
  for (const item of items) counts[currentFreshness(item, now)] += 1;
  return counts;
}

/** How many things fall due on each of the next seven calendar days, today first. What has already expired is not among them. */
export function dueThisWeek(items: readonly GroceryItem[], now: Date): number[] {
  const days = Array.from({ length: 7 }, () => 0);
  for (const item of items) {
    if (currentFreshness(item, now) === "expired") continue;
    const day = dayIndex(item.expiresAt, now);
    if (day >= 0 && day < 7) days[day] = (days[day] ?? 0) + 1;
  }
  return days;
}
