import type { GroceryItem } from "../../api/types";
import { currentFreshness, dayIndex, type Freshness } from "../../lib/domain/freshness";

export const FILTERS = ["all", "fresh", "soon", "expired"] as const;
export type Filter = (typeof FILTERS)[number];

/**
 * What the list shows: filtered, the most urgent first, and what was just added before the rest. `held` are days by which items stand that were corrected meanwhile: a row
 * does not run away from who is reading it.
 */
export function shown(
  items: readonly GroceryItem[], filter: Filter, day: number | null, now: Date, added: ReadonlySet<string> = new Set(), held: ReadonlyMap<string, string> = new Map(),
): GroceryItem[] {
  const place = (item: GroceryItem) => Date.parse(held.get(item.id) ?? item.expiresAt);
  return items
    .filter((item) => filter === "all" || currentFreshness(item, now) === filter)
    .filter((item) => day === null || isDueOn(item, day, now))
    .sort(
      (a, b) =>
        Number(added.has(b.id)) - Number(added.has(a.id)) ||
        place(a) - place(b) ||
        a.name.localeCompare(b.name) ||
        a.id.localeCompare(b.id),
    );
}

export function counts(items: readonly GroceryItem[], now: Date): Record<Freshness, number> {
  const result = { fresh: 0, soon: 0, expired: 0 };
  for (const item of items) result[currentFreshness(item, now)] += 1;
  return result;
}

/** Whatever has expired already is no longer due on a day to come, also if its hour was today's. */
function isDueOn(item: GroceryItem, day: number, now: Date): boolean {
  return currentFreshness(item, now) !== "expired" && dayIndex(item.expiresAt, now) === day;
}

/** How many things fall due today and on each of the six days after. */
export function dueOn(items: readonly GroceryItem[], now: Date): readonly number[] {
  return [0, 1, 2, 3, 4, 5, 6].map((day) => items.filter((item) => isDueOn(item, day, now)).length);
}

/** The other things that are the same, as four equal lines of a receipt are: who corrects one may mean all. */
export function alike(items: readonly GroceryItem[], item: GroceryItem): GroceryItem[] {
  return items.filter((other) => other.id !== item.id && other.name === item.name && other.category === item.category && other.unit === item.unit && other.shelfLifeDays === item.shelfLifeDays);
}
