import { outbox } from "../../api/outbox/outbox";
import { movedTo } from "../../api/settings/own-places";
import type { GroceryItem } from "../../api/types";
import type { StoragePlace } from "../../lib/domain/places";

/** Queues the photos of a receipt, under a key by which the caller follows their progress. */
export function readReceipt([photo, ...further]: readonly File[], key: string): void {
  if (photo) void outbox.submit({ kind: "receipt.read", photo, ...(further.length > 0 && { further }) }, key);
}

/** Adds an item without a receipt, and moves it to a place other than its usual one, if given. Returns the undo. */
export function addItem(item: GroceryItem, place: StoragePlace | undefined): () => void {
  void outbox.submit({ kind: "item.create", item });
  if (place) {
    // The server computes the shelf life in that place.
    const event = movedTo(place);
    const moved = { ...item, storage: place.storage, place: event.place ?? null };
    void outbox.submit({ kind: "item.state", item: moved, event: { ...event, at: item.createdAt } });
  }
  return () => void outbox.submit({ kind: "item.delete", item });
}
