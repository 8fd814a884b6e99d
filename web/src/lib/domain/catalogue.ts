import names from "../../../../shared/data/categories.json";
import rows from "../../../../shared/data/shelf_life.json";

/** Tracker categories, the pickers' choices and the default shelf lives of specification §3 and §5. */
export const MANUAL_CATEGORIES = ["Dairy", "Meat", "Fruit", "Vegetable", "Bakery", "Pantry", "Other"] as const;
export const UNITS = ["item", "lb", "kg", "oz", "g", "bunch", "bag", "box"] as const;

export interface DefaultEntry {
  readonly keyword: string;
  readonly category: string;
  readonly days: number;
  readonly unit: string;
}

export const DEFAULT_ENTRIES: readonly DefaultEntry[] = rows;

export const DEFAULT_SHELF_LIFE_DAYS = 7;
export const DEFAULT_UNIT = "item";
export const DEFAULT_CATEGORY = "Other";

/** The edit dialog offers the categories of the default table, in its order. */
export const EDIT_CATEGORIES: readonly string[] = [...new Set(DEFAULT_ENTRIES.map((entry) => entry.category))];

export function defaultEntryFor(category: string): DefaultEntry | undefined {
  return DEFAULT_ENTRIES.find((entry) => entry.category === category);
}

/** A picker's choices with the item's present value kept, if it is none of them. */
export function withPresent(choices: readonly string[], present: string): readonly string[] {
  return present === "" || choices.includes(present) ? choices : [present, ...choices];
}

export type CategoryKind =
  | "fruit"
  | "dairy"
  | "meat"
  | "vegetable"
  | "bakery"
  | "seafood"
  | "pantry"
  | "frozen"
  | "beverages"
  | "snacks"
  | "household"
  | "other";

/** The tracker category and the list's aisle of each known name in lower case. The server reads the same file. */
const NAMES: Readonly<Partial<Record<string, string[]>>> = names;

const named = (category: string) => NAMES[category.trim().toLowerCase()];

/** The icon and tint of a category, from whichever of the product's lists its name comes. */
export function categoryKind(category: string): CategoryKind {
  return trackerCategory(category).toLowerCase() as CategoryKind;
}

/** Returns true for a category whose things are mostly sold without a date. */
export function isSoldWithoutDate(category: string): boolean {
  return ["fruit", "vegetable", "household"].includes(categoryKind(category));
}

/**
 * The tracker's other categories (decisions.md): what a receipt may bring, and what the edit dialog offers after those
 * of the default table.
 */
export const MORE_CATEGORIES = ["Seafood", "Pantry", "Frozen", "Beverages", "Snacks", "Household", "Other"] as const;

/** Returns the tracker's category of a catalogue or list category. */
export function trackerCategory(category: string): string {
  return named(category)?.[0] ?? DEFAULT_CATEGORY;
}

/** Returns the aisle of the list for a category: one name for "Fruit" and "Fruits". Free text is one of its own. */
export function aisleOf(category: string): string {
  return named(category)?.[1] ?? category;
}
