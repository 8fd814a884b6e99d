import { useMemo } from "react";
import type { FoodEvent } from "../lib/domain/food-state";
import { placesWith, type OwnPlace, type Place } from "../lib/domain/places";
import { outbox } from "./outbox/outbox";
import type { GroceryItem } from "./types";
import { usePreferences } from "./use-data";

const NONE: readonly OwnPlace[] = [];

/** Returns the household's own places. */
export function useOwnPlaces(): readonly OwnPlace[] {
  return usePreferences().data?.places ?? NONE;
}

/** Returns all places to choose from. */
export function usePlaces(): readonly Place[] {
  const own = useOwnPlaces();
  return useMemo(() => placesWith(own), [own]);
}

/** Adds a place, puts a removed one back, or changes one. */
export function saveOwnPlace(changedPlace: OwnPlace): void {
  void outbox.submit({ kind: "preferences.update", preferences: { changedPlace } });
}

export function removeOwnPlace({ id }: OwnPlace): void {
  void outbox.submit({ kind: "preferences.update", preferences: { removedPlace: id } });
}

/** The event of moving an item to a place. */
export function movedTo({ id, name, storage }: Place): FoodEvent & { event: "moved" } {
  return { event: "moved", storage, ...(name !== undefined && { place: id }) };
}

/** Moves items to a place, each with the date that it has there. */
export async function moveItems(items: readonly GroceryItem[], place: Place): Promise<void> {
  const event = movedTo(place);
  const { storage } = place;
  // The numbers of how long food keeps, which few screens need.
  const rules = await Promise.all([import("../lib/domain/food-state"), import("../lib/domain/storage-guide")]).catch(
    (error: unknown) => console.error("The rules of food states cannot be loaded:", error),
  );
  for (const item of items) {
    const at = new Date();
    const moved = { storage, place: event.place ?? null };
    // Without the rules the server alone computes the date.
    const after = rules ? rules[0].afterEvent(item, event, rules[1].storageGuideOf(item), at) : moved;
    if (!after) continue;
    const stays = !("expiresAt" in after) || after.expiresAt === item.expiresAt;
    const expiresOn = stays ? (item.expiresOn ?? null) : null;
    void outbox.submit({
      kind: "item.state",
      item: { ...item, ...after, expiresOn },
      event: { ...event, at: at.toISOString() },
    });
  }
}
