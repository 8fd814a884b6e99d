import { trackerCategory } from "./catalogue";

export const PLACES = ["fridge", "freezer", "pantry", "counter"] as const;
/** The storage places at home. */
export type Storage = (typeof PLACES)[number];

const USUAL: Readonly<Record<string, Storage>> = {
  Frozen: "freezer",
  Bakery: "counter",
  Pantry: "pantry",
  Snacks: "pantry",
  Beverages: "pantry",
  Household: "pantry",
};

/** Returns the default storage place of a category. */
export function usualPlace(category: string): Storage {
  return USUAL[trackerCategory(category)] ?? "fridge";
}

/** Returns an item's place: the server's, except for items it has not seen yet. */
export function placeOf(item: { storage?: Storage | undefined; category: string }): Storage {
  return item.storage ?? usualPlace(item.category);
}
