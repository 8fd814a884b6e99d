import type { ShoppingListItem } from "../../api/types";
import { aisleOf, categoryKind } from "../../lib/domain/catalogue";
import { sameFoodKey } from "../../lib/domain/food-name";
import { CATEGORIES } from "../../lib/domain/products";

/** One row of the screen: everything on the list that has this name, and is bought or is not. */
export interface ListLine {
  /** The first of its items, whose category is used for all. */
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly isCompleted: boolean;
  readonly notes: string;
  /** The quantities by unit, in the order of the units' first use. */
  readonly amounts: readonly { unit: string; quantity: number }[];
  readonly items: readonly ShoppingListItem[];
}

/** The order in which one walks through a shop: the shared screen's (specification §2), in the catalogue's names. */
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
 * Orders categories by the household's own aisle order, then the default one; unknown ones go beside similar ones, or
 * last.
 */
function aislePlaces(chosen: readonly string[]): (category: string) => number {
  const own = [...new Set(chosen.map(aisleOf))];
  const order = [...own, ...AISLES.filter((name) => !own.includes(name))];
  const placeOf = (category: string) => {
    const place = order.indexOf(category);
    if (place >= 0 && (place < own.length || own.length === 0)) return place;
    const kind = categoryKind(category);
    const alike = kind === "other" ? -1 : own.findIndex((name) => categoryKind(name) === kind);
    return alike >= 0 ? alike + 0.5 : place >= 0 ? place : order.length;
  };
  // Sorting five hundred rows asks thousands of times for a dozen categories.
  const known = new Map<string, number>();
  return (category) => {
    const place = known.get(category) ?? placeOf(category);
    known.set(category, place);
    return place;
  };
}

const before = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Returns the categories to sort: the catalogue's and those on the list, in their current order. */
export function aislesOf(items: readonly ShoppingListItem[], own: readonly string[]): string[] {
  const all = [...new Set([...own, ...CATEGORIES, ...items.map(({ category }) => category)].map(aisleOf))];
  const place = aislePlaces(own);
  return all.sort((a, b) => place(a) - place(b) || a.localeCompare(b));
}

/**
 * The list as it is shown: one line for one name, by aisle (in the household's `own` order where there is one), then as
 * they were added.
 */
export function listLinesOf(items: readonly ShoppingListItem[], own: readonly string[] = []): ListLine[] {
  const place = aislePlaces(own);
  const lines = new Map<string, ShoppingListItem[]>();
  for (const item of [...items].sort((a, b) => before(a.addedAt, b.addedAt) || before(a.id, b.id))) {
    const key = `${item.isCompleted} ${sameFoodKey(item.name)}`;
    lines.set(key, [...(lines.get(key) ?? []), item]);
  }
  return [...lines.values()]
    .flatMap((same) => (same[0] ? [listLine(same[0], same)] : []))
    .sort(
      (a, b) =>
        place(a.category) - place(b.category) ||
        (place(a.category) % 1 !== 0 || !AISLES.includes(a.category) ? a.category.localeCompare(b.category) : 0),
    );
}

/** Adds quantities up within a unit; those in another one stay apart. */
function amountsOf(items: readonly ShoppingListItem[]): ListLine["amounts"] {
  const amounts = new Map<string, number>();
  for (const { unit, quantity } of items) amounts.set(unit, (amounts.get(unit) ?? 0) + quantity);
  return [...amounts].map(([unit, quantity]) => ({ unit, quantity }));
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

/** Returns true if two lines have the same row objects: untouched rows keep theirs across answers. */
export function isSameLine(a: ListLine, b: ListLine): boolean {
  return a.items.length === b.items.length && a.items.every((item, at) => item === b.items[at]);
}

/** Returns the amounts, by unit, of each (folded) name on the list. */
export function amountsByName(pending: readonly ShoppingListItem[]): ReadonlyMap<string, ListLine["amounts"]> {
  const rows = new Map<string, ShoppingListItem[]>();
  for (const item of pending) {
    const key = sameFoodKey(item.name);
    rows.set(key, [...(rows.get(key) ?? []), item]);
  }
  return new Map([...rows].map(([key, items]) => [key, amountsOf(items)]));
}
