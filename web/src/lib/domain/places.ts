import { itemCategory } from "./catalogue";

export const PLACES = ["fridge", "freezer", "pantry", "counter"] as const;
export type Storage = (typeof PLACES)[number];

const USUAL_PLACES: Readonly<Record<string, Storage>> = {
  Frozen: "freezer",
  Bakery: "counter",
  Pantry: "pantry",
  Snacks: "pantry",
  Beverages: "pantry",
  Household: "pantry",
};

/** Returns the default storage place of a category. */
function usualPlace(category: string): Storage {
  return USUAL_PLACES[itemCategory(category)] ?? "fridge";
}

/** A household's own place, such as a cellar. It keeps food like one of the storage places. */
export interface OwnPlace {
  readonly id: string;
  readonly name: string;
  readonly storage: Storage;
}

/** A storage place to choose: one of the four, without a name, or an own place. */
export type StoragePlace = Omit<OwnPlace, "name"> & { readonly name?: string };

/** Returns all places, each own place after the one that it keeps food like. */
export function placesWith(own: readonly OwnPlace[]): readonly StoragePlace[] {
  return PLACES.flatMap((storage): StoragePlace[] => [
    { id: storage, storage },
    ...own.filter((place) => place.storage === storage),
  ]);
}

/** Returns the own place of an item; undefined if the place was removed. */
export function ownPlaceOf(
  item: { place?: string | null | undefined },
  own: readonly OwnPlace[] | undefined,
): OwnPlace | undefined {
  return item.place ? own?.find(({ id }) => id === item.place) : undefined;
}

/** Returns an item's storage place; the usual one for an item that is not on the server yet. */
export function placeOf(item: { storage?: Storage | undefined; category: string }): Storage {
  return item.storage ?? usualPlace(item.category);
}
