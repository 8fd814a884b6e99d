import type { SharedItem } from "../../api/types";
import { aisleOf } from "../../lib/domain/catalogue";

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

export function groupByCategory(items: readonly SharedItem[]): [category: string, items: SharedItem[]][] {
  // Merges synonyms: "Fruit" into "Fruits", and "Bread & Bakery" into "Bakery".
  const names = new Map<string, string>(SHARED_ORDER.map((category) => [aisleOf(category), category]));
  const groups = new Map<string, SharedItem[]>(SHARED_ORDER.map((category) => [category, []]));
  for (const item of items) {
    const aisle = aisleOf(item.category);
    const category = names.get(aisle) ?? aisle;
    const group = groups.get(category);
    if (group) group.push(item);
    else groups.set(category, [item]);
  }
  return [...groups].filter(([, group]) => group.length > 0);
}
