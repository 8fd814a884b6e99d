import type { OwnPlace, Storage } from "../../lib/domain/places";

/** The server's limits. */
export const MAX_PLACES = 8;
export const MAX_PLACE_NAME = 40;

const nameKey = (text: string) => text.normalize("NFKC").toLowerCase().split(/\s+/).filter(Boolean).join(" ");

/** Returns true if another place has this name, ignoring case and spaces. */
export function isNameTaken(
  name: string,
  id: string,
  places: readonly OwnPlace[],
  storageNames: Readonly<Record<Storage, string>>,
): boolean {
  const otherNames = places.filter((place) => place.id !== id).map((place) => place.name);
  return [...otherNames, ...Object.values(storageNames)].some((other) => nameKey(other) === nameKey(name));
}
