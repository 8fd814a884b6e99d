import { useMemo } from "react";
import type { FoodEvent } from "../lib/domain/food-state";
import { placesWith, type OwnPlace, type Place } from "../lib/domain/places";
import { outbox } from "./outbox/outbox";
import { overlayPreferences } from "./outbox/overlay";
import { keys } from "./queries";
import { queryClient } from "./query-client";
import type { GroceryItem, Preferences } from "./types";
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

export function saveOwnPlaces(places: readonly OwnPlace[]): void {
  void outbox.submit({ kind: "preferences.update", preferences: { places: [...places] } });
}

/** Puts a removed place back among the places that there are by now; among `before` if these cannot be known. */
export function restoreOwnPlace(place: OwnPlace, before: readonly OwnPlace[]): void {
  const known = queryClient.getQueryData<Preferences>(keys.preferences);
  const now = known ? (outbox.pending().reduce(overlayPreferences, known).places ?? NONE) : before;
  if (!now.some(({ id }) => id === place.id)) saveOwnPlaces([...now, place]);
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
