import type { SharedItem } from "../../api/types";
import { aisleOf } from "../../lib/domain/catalogue";
import { sameFoodKey } from "../../lib/domain/food-name";

/** The order of specification §2. Other categories follow in the order of the list. */
export const SHARED_ORDER = [
  "Fruits",
  "Vegetables",
  "Dairy & Eggs",
  "Meat & Poultry",
  "Seafood",
  "Bakery",
  "Pantry Staples",
  "Frozen Foods",
  "Beverages",
  "Snacks",
  "Health & Beauty",
  "Household",
] as const;

/** Groups the rows of the same food, which the list shows, and counts, as one line. */
export function linesOf<T extends { name: string }>(rows: readonly T[]): [T, ...T[]][] {
  const lines = new Map<string, [T, ...T[]]>();
  for (const row of rows) {
    const line = lines.get(sameFoodKey(row.name));
    if (line) line.push(row);
    else lines.set(sameFoodKey(row.name), [row]);
  }
  return [...lines.values()];
}

/** Groups items by category; synonyms such as "Fruit" and "Fruits" are one. */
export function groupByCategory<T extends Pick<SharedItem, "category">>(
  items: readonly T[],
): [category: string, items: T[]][] {
  const names = new Map<string, string>(SHARED_ORDER.map((category) => [aisleOf(category), category]));
  const groups = new Map<string, T[]>(SHARED_ORDER.map((category) => [category, []]));
  for (const item of items) {
    const aisle = aisleOf(item.category);
    const category = names.get(aisle) ?? aisle;
    const group = groups.get(category);
    if (group) group.push(item);
    else groups.set(category, [item]);
  }
  return [...groups].filter(([, group]) => group.length > 0);
}
