/** Tracker categories, the pickers' choices and the default shelf lives of specification §3 and §5. */
export const MANUAL_CATEGORIES = ["Dairy", "Meat", "Fruit", "Vegetable", "Bakery", "Pantry", "Other"] as const;
export const UNITS = ["item", "lb", "kg", "oz", "g", "bunch", "bag", "box"] as const;

export interface DefaultEntry {
  readonly keyword: string;
  readonly category: string;
  readonly days: number;
  readonly unit: string;
}

export const DEFAULT_ENTRIES: readonly DefaultEntry[] = [
  { keyword: "milk", category: "Dairy", days: 5, unit: "gallon" },
  { keyword: "yogurt", category: "Dairy", days: 7, unit: "container" },
  { keyword: "cheese", category: "Dairy", days: 14, unit: "block" },
  { keyword: "eggs", category: "Dairy", days: 21, unit: "dozen" },
  { keyword: "chicken", category: "Meat", days: 2, unit: "lb" },
  { keyword: "beef", category: "Meat", days: 3, unit: "lb" },
  { keyword: "pork", category: "Meat", days: 3, unit: "lb" },
  { keyword: "bread", category: "Bakery", days: 3, unit: "loaf" },
  { keyword: "banana", category: "Fruit", days: 4, unit: "bunch" },
  { keyword: "apple", category: "Fruit", days: 14, unit: "lb" },
  { keyword: "strawberry", category: "Fruit", days: 3, unit: "container" },
  { keyword: "tomato", category: "Vegetable", days: 5, unit: "lb" },
  { keyword: "lettuce", category: "Vegetable", days: 5, unit: "head" },
  { keyword: "carrots", category: "Vegetable", days: 21, unit: "bag" },
];

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

const KINDS: Record<string, CategoryKind> = {
  fruit: "fruit",
  fruits: "fruit",
  dairy: "dairy",
  "dairy & eggs": "dairy",
  meat: "meat",
  "meat & poultry": "meat",
  vegetable: "vegetable",
  vegetables: "vegetable",
  bakery: "bakery",
  "bread & bakery": "bakery",
  seafood: "seafood",
  pantry: "pantry",
  "pantry staples": "pantry",
  "canned & jarred": "pantry",
  frozen: "frozen",
  "frozen foods": "frozen",
  beverages: "beverages",
  snacks: "snacks",
  household: "household",
  "cleaning supplies": "household",
  "health & beauty": "household",
};

/** Which icon and tint a category has, whichever of the product's lists its name comes from. */
export function categoryKind(category: string): CategoryKind {
  return KINDS[category.trim().toLowerCase()] ?? "other";
}

/**
 * The tracker's other categories (decisions.md): what a receipt may bring, and what the edit dialog offers after those
 * of the default table.
 */
export const MORE_CATEGORIES = ["Seafood", "Pantry", "Frozen", "Beverages", "Snacks", "Household", "Other"] as const;

const TRACKER: Readonly<Record<CategoryKind, string>> = {
  fruit: "Fruit",
  dairy: "Dairy",
  meat: "Meat",
  vegetable: "Vegetable",
  bakery: "Bakery",
  seafood: "Seafood",
  pantry: "Pantry",
  frozen: "Frozen",
  beverages: "Beverages",
  snacks: "Snacks",
  household: "Household",
  other: "Other",
};

/** Returns the tracker's category of a catalogue or list category. */
export function trackerCategory(category: string): string {
  return TRACKER[categoryKind(category)];
}

const AISLE: Readonly<Partial<Record<CategoryKind, string>>> = {
  fruit: "Fruits",
  dairy: "Dairy & Eggs",
  meat: "Meat & Poultry",
  vegetable: "Vegetables",
  bakery: "Bread & Bakery",
  pantry: "Pantry Staples",
  frozen: "Frozen Foods",
};
const OF_THE_LIST = new Set(["Canned & Jarred", "Health & Beauty", "Cleaning Supplies"]);

/** Returns the list's category of a tracker category. */
export function listCategory(category: string): string {
  return OF_THE_LIST.has(category) ? category : (AISLE[categoryKind(category)] ?? category);
}
