import names from "../../../../shared/data/categories.json";
import rows from "../../../../shared/data/shelf_life.json";

/** The categories and units of the form that adds an item. */
export const MANUAL_CATEGORIES = ["Dairy", "Meat", "Fruit", "Vegetable", "Bakery", "Pantry", "Other"] as const;
export const UNITS = ["item", "lb", "kg", "oz", "g", "bunch", "bag", "box"] as const;

interface DefaultEntry {
  readonly keyword: string;
  readonly category: string;
  readonly days: number;
  readonly unit: string;
}

export const DEFAULT_ENTRIES: readonly DefaultEntry[] = rows;

export const DEFAULT_SHELF_LIFE_DAYS = 7;
export const DEFAULT_UNIT = "item";
export const DEFAULT_CATEGORY = "Other";

/** The categories of the edit dialog: those of the default table, in its order. */
export const EDIT_CATEGORIES: readonly string[] = [...new Set(DEFAULT_ENTRIES.map((entry) => entry.category))];

export function defaultEntryFor(category: string): DefaultEntry | undefined {
  return DEFAULT_ENTRIES.find((entry) => entry.category === category);
}

/** Returns the choices of a select field, with the current value if it is none of them. */
export function withCurrent(choices: readonly string[], current: string): readonly string[] {
  return current === "" || choices.includes(current) ? choices : [current, ...choices];
}

type CategoryKind =
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

/** The item category and the list's aisle of each known category name in lower case. The server reads the same file. */
const NAMES: Readonly<Partial<Record<string, string[]>>> = names;

const entryOf = (category: string) => NAMES[category.trim().toLowerCase()];

/** Returns the kind of an item, list or catalogue category, which decides its icon and colour. */
export function categoryKind(category: string): CategoryKind {
  return itemCategory(category).toLowerCase() as CategoryKind;
}

/** Returns true for a category whose products are mostly sold without a date. */
export function isSoldWithoutDate(category: string): boolean {
  return ["fruit", "vegetable", "household"].includes(categoryKind(category));
}

/** The item categories that the edit dialog offers after those of the default table. */
export const MORE_CATEGORIES = ["Seafood", "Pantry", "Frozen", "Beverages", "Snacks", "Household", "Other"] as const;

/** Returns the item category for a catalogue or list category. */
export function itemCategory(category: string): string {
  return entryOf(category)?.[0] ?? DEFAULT_CATEGORY;
}

/** Returns the category that an item shows: an item category for a known name, otherwise the user's own text. */
export function foodCategory(category: string): string {
  return entryOf(category)?.[0] ?? category;
}

/**
 * Returns the aisle of the list for a category: the same for "Fruit" and "Fruits". An unknown category is an aisle
 * itself.
 */
export function aisleOf(category: string): string {
  return entryOf(category)?.[1] ?? category;
}
