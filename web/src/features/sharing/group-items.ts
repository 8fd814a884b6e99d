import type { SharedItem } from "../../api/types";

/** The order of specification §2. Categories that it does not name follow, in the order in which the list has them. */
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

export function groupByCategory(items: readonly SharedItem[]): [category: string, items: SharedItem[]][] {
  const groups = new Map<string, SharedItem[]>(SHARED_ORDER.map((category) => [category, []]));
  for (const item of items) {
    const group = groups.get(item.category);
    if (group) group.push(item);
    else groups.set(item.category, [item]);
  }
  return [...groups].filter(([, group]) => group.length > 0);
}
