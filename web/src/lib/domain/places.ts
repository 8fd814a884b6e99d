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

/** A household's own place, such as a cellar. It keeps food like one of the storage places. */
export interface OwnPlace {
  readonly id: string;
  readonly name: string;
  readonly storage: Storage;
}

/** A place to choose: one of the four, whose name is the language's, or an own one. */
export type StoragePlace = Omit<OwnPlace, "name"> & { readonly name?: string };

/** Returns all places, each own one after the storage place that it keeps food like. */
export function placesWith(own: readonly OwnPlace[]): readonly StoragePlace[] {
  return PLACES.flatMap((storage): StoragePlace[] => [
    { id: storage, storage },
    ...own.filter((place) => place.storage === storage),
  ]);
}

/** Returns the own place that an item is in. One that was removed counts as none. */
export function ownPlaceOf(
  item: { place?: string | null | undefined },
  own: readonly OwnPlace[] | undefined,
): OwnPlace | undefined {
  return item.place ? own?.find(({ id }) => id === item.place) : undefined;
}

/** Returns an item's place: the server's, except for items it has not seen yet. */
export function placeOf(item: { storage?: Storage | undefined; category: string }): Storage {
  return item.storage ?? usualPlace(item.category);
}
