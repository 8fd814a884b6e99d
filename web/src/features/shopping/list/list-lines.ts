import type { ShoppingListItem } from "../../../api/types";
import { aisleOf, categoryKind } from "../../../lib/domain/catalogue";
import { sameFoodKey, type FoodKey } from "../../../lib/domain/food-name";
import { CATEGORIES } from "../../../lib/domain/products";

/** A line on the screen: the rows with the same name that are all pending or all completed. */
export interface ListLine {
  /** The id of its first row, whose category is used for the line. */
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly isCompleted: boolean;
  readonly notes: string;
  /** The quantities by unit, in the order of the units' first use. */
  readonly amounts: readonly { unit: string; quantity: number }[];
  readonly items: readonly ShoppingListItem[];
}

/** The default order of aisles: that of shared lists (specification §2), with the catalogue's names. */
const AISLES: readonly string[] = [
  "Fruits",
  "Vegetables",
  "Dairy & Eggs",
  "Meat & Poultry",
  "Seafood",
  "Bread & Bakery",
  "Pantry Staples",
  "Canned & Jarred",
  "Frozen Foods",
  "Beverages",
  "Snacks",
  "Health & Beauty",
  "Household",
  "Cleaning Supplies",
];

/**
 * Returns a function that ranks categories: by the household's own order, in which other categories follow the first
 * one of their kind; those without such a one by the default order, and unknown ones last.
 */
function aisleRanks(chosen: readonly string[]): (category: string) => number {
  const own = [...new Set(chosen.map(aisleOf))];
  const order = [...own, ...AISLES.filter((name) => !own.includes(name))];
  const rankOf = (category: string) => {
    const index = order.indexOf(category);
    if (index >= 0 && (index < own.length || own.length === 0)) return index;
    const kind = categoryKind(category);
    const similar = kind === "other" ? -1 : own.findIndex((name) => categoryKind(name) === kind);
    return similar >= 0 ? similar + 0.5 : index >= 0 ? index : order.length;
  };
  // Cached, because sorting 500 rows needs the ranks of a dozen categories thousands of times.
  const ranks = new Map<string, number>();
  return (category) => {
    const rank = ranks.get(category) ?? rankOf(category);
    ranks.set(category, rank);
    return rank;
  };
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Returns the categories to sort: the catalogue's and those on the list, in their current order. */
export function aislesOf(items: readonly ShoppingListItem[], own: readonly string[]): string[] {
  const all = [...new Set([...own, ...CATEGORIES, ...items.map(({ category }) => category)].map(aisleOf))];
  const rank = aisleRanks(own);
  return all.sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
}

/** Returns the lines of the list: one for each name, by aisle (in the household's `own` order), then by time. */
export function listLinesOf(items: readonly ShoppingListItem[], own: readonly string[] = []): ListLine[] {
  const rank = aisleRanks(own);
  const lines = new Map<string, ShoppingListItem[]>();
  for (const item of [...items].sort((a, b) => compare(a.addedAt, b.addedAt) || compare(a.id, b.id))) {
    const key = `${item.isCompleted} ${sameFoodKey(item.name)}`;
    lines.set(key, [...(lines.get(key) ?? []), item]);
  }
  return [...lines.values()]
    .flatMap((same) => (same[0] ? [listLine(same[0], same)] : []))
    .sort(
      (a, b) =>
        rank(a.category) - rank(b.category) ||
        // Categories of the same rank are unknown ones, or similar to the same one.
        a.category.localeCompare(b.category),
    );
}

/** Returns the sum of the quantities for each unit, rounded to thousandths as on the server. */
function amountsOf(items: readonly ShoppingListItem[]): ListLine["amounts"] {
  const amounts = new Map<string, number>();
  for (const { unit, quantity } of items) amounts.set(unit, (amounts.get(unit) ?? 0) + quantity);
  return [...amounts].map(([unit, quantity]) => ({ unit, quantity: Math.round(quantity * 1_000) / 1_000 }));
}

/** Returns the notes of rows, each once. */
export function joinNotes(items: readonly ShoppingListItem[]): string {
  return [...new Set(items.map(({ notes }) => notes ?? "").filter((notes) => notes !== ""))].join(" · ");
}

function listLine(first: ShoppingListItem, items: readonly ShoppingListItem[]): ListLine {
  const { id, name, category, isCompleted } = first;
  return {
    id,
    name,
    category: aisleOf(category),
    isCompleted,
    items,
    notes: joinNotes(items),
    amounts: amountsOf(items),
  };
}

/** Returns true if two lines have the same row objects. Unchanged rows keep theirs when the server answers. */
export function isSameLine(a: ListLine, b: ListLine): boolean {
  return a.items.length === b.items.length && a.items.every((item, index) => item === b.items[index]);
}

/** Returns the amounts of each food on the list, by the key of its name. */
export function amountsByName(pending: readonly ShoppingListItem[]): ReadonlyMap<FoodKey, ListLine["amounts"]> {
  const rows = new Map<FoodKey, ShoppingListItem[]>();
  for (const item of pending) {
    const key = sameFoodKey(item.name);
    rows.set(key, [...(rows.get(key) ?? []), item]);
  }
  return new Map([...rows].map(([key, items]) => [key, amountsOf(items)]));
}
