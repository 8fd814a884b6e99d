import { useMemo } from "react";
import type { FoodEvent } from "../../lib/domain/food-state";
import { placesWith, type OwnPlace, type StoragePlace } from "../../lib/domain/places";
import { usePreferences } from "../cached/use-data";
import { saveSettings } from "./save-settings";

const NONE: readonly OwnPlace[] = [];

/** Returns the household's own places. */
export function useOwnPlaces(): readonly OwnPlace[] {
  return usePreferences().data?.places ?? NONE;
}

/** Returns the four storage places and the household's own. */
export function usePlaces(): readonly StoragePlace[] {
  const own = useOwnPlaces();
  return useMemo(() => placesWith(own), [own]);
}

/** Adds, restores or changes an own place. */
export function saveOwnPlace(changedPlace: OwnPlace): void {
  saveSettings({ changedPlace });
}

export function removeOwnPlace({ id }: OwnPlace): void {
  saveSettings({ removedPlace: id });
}

/** Returns the event of moving an item to a place. */
export function movedTo({ id, name, storage }: StoragePlace): FoodEvent & { event: "moved" } {
  return { event: "moved", storage, ...(name !== undefined && { place: id }) };
}
