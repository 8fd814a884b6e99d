import { afterEvent } from "../lib/domain/food-state";
import type { StoragePlace } from "../lib/domain/places";
import { outbox } from "./outbox/outbox";
import { movedTo } from "./settings/own-places";
import type { GroceryItem } from "./types";

/** Moves items to a storage place, and changes their expiry dates accordingly. */
export function moveItems(items: readonly GroceryItem[], place: StoragePlace): void {
  const event = movedTo(place);
  const now = new Date();
  for (const item of items) {
    const after = afterEvent(item, event, now);
    if (after) void outbox.submit({ kind: "item.state", item: after, event: { ...event, at: now.toISOString() } });
  }
}
