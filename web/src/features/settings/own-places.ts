import type { OwnPlace, Storage } from "../../lib/domain/places";

/** The server's limit. */
export const MAX_PLACES = 8;
export const MAX_PLACE_NAME = 40;

const key = (name: string) => name.normalize("NFKC").toLowerCase().split(/\s+/).filter(Boolean).join(" ");

/** Returns true if another place is called so; case and spaces do not matter. */
export function isNameTaken(
  name: string,
  id: string,
  places: readonly OwnPlace[],
  storageNames: Readonly<Record<Storage, string>>,
): boolean {
  const others = places.filter((place) => place.id !== id).map((place) => place.name);
  return [...others, ...Object.values(storageNames)].some((other) => key(other) === key(name));
}
