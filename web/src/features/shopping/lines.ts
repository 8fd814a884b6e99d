import type { ShoppingListItem } from "../../api/types";
import { folded } from "../../lib/products";

/** One row of the screen: everything on the list that has this name, and is bought or is not. */
export interface Line {
  /** The first of its items, whose category stands for all. */
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly isCompleted: boolean;
  readonly notes: string;
  /** How much of it by unit, in the order in which the units came. */
  readonly amounts: readonly { unit: string; quantity: number }[];
  readonly items: readonly ShoppingListItem[];
}

/** The order in which one walks through a shop: the shared screen's (specification §2), with the catalogue's own names beside their likes. */
const AISLES = [
  "Fruits", "Vegetables", "Dairy & Eggs", "Meat & Poultry", "Seafood", "Bakery", "Bread & Bakery", "Pantry Staples", "Canned & Jarred", "Frozen Foods", "Beverages", "Snacks",
  "Health & Beauty", "Household", "Cleaning Supplies",
];

function aisle(category: string): number {
  const place = AISLES.indexOf(category);
  return place < 0 ? AISLES.length : place;
}

/** The list as it is shown: one line for one name, by aisle, then as they were added. */
export function linesOf(items: readonly ShoppingListItem[]): Line[] {
  const lines = new Map<string, ShoppingListItem[]>();
  for (const item of [...items].sort((a, b) => a.addedAt.localeCompare(b.addedAt) || a.id.localeCompare(b.id))) {
    const key = `${item.isCompleted} ${folded(item.name)}`;
    lines.set(key, [...(lines.get(key) ?? []), item]);
  }
  return [...lines.values()]
    .flatMap((same) => (same[0] ? [line(same[0], same)] : []))
    .sort((a, b) => aisle(a.category) - aisle(b.category) || (aisle(a.category) === AISLES.length ? a.category.localeCompare(b.category) : 0));
}

function line(first: ShoppingListItem, items: readonly ShoppingListItem[]): Line {
  const amounts = new Map<string, number>();
  for (const { unit, quantity } of items) amounts.set(unit, (amounts.get(unit) ?? 0) + quantity);
  const { id, name, category, isCompleted } = first;
  return {
    id, name, category, isCompleted, items,
    notes: [...new Set(items.map((item) => item.notes ?? "").filter((notes) => notes !== ""))].join(" · "),
    amounts: [...amounts].map(([unit, quantity]) => ({ unit, quantity })),
  };
}

/** How much of each (folded) name is on the list. */
export function countByName(pending: readonly ShoppingListItem[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of pending) counts.set(folded(item.name), (counts.get(folded(item.name)) ?? 0) + item.quantity);
  return counts;
}
