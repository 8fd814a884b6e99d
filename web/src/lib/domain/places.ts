import { trackerCategory } from "./catalogue";

export const PLACES = ["fridge", "freezer", "pantry", "counter"] as const;
/** Where something is kept at home. */
export type Storage = (typeof PLACES)[number];

const USUAL: Readonly<Record<string, Storage>> = {
  Frozen: "freezer",
  Bakery: "counter",
  Pantry: "pantry",
  Snacks: "pantry",
  Beverages: "pantry",
  Household: "pantry",
};

/** Where something of a category is kept of which nothing else is known. */
export function usualPlace(category: string): Storage {
  return USUAL[trackerCategory(category)] ?? "fridge";
}

/** Where a thing is: the server says it, except of what it has not seen yet. */
export function placeOf(item: { storage?: Storage | undefined; category: string }): Storage {
  return item.storage ?? usualPlace(item.category);
}
