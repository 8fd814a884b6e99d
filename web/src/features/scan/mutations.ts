import { outbox } from "../../api/outbox/outbox";
import { movedTo } from "../../api/settings/own-places";
import type { GroceryItem, LearntCode } from "../../api/types";
import type { StoragePlace } from "../../lib/domain/places";

function readReceipt([photo, ...further]: readonly File[], key: string): void {
  if (photo) void outbox.submit({ kind: "receipt.read", photo, ...(further.length > 0 && { further }) }, key);
}

/** Queues the photos of a receipt, under a key by which the caller follows their progress. */
export const useReadReceipt = (): typeof readReceipt => readReceipt;

function addItem(item: GroceryItem, place: StoragePlace | undefined): () => void {
  void outbox.submit({ kind: "item.create", item });
  if (place) {
    // The place decides the shelf life, which the server answers.
    const event = movedTo(place);
    const moved = { ...item, storage: place.storage, place: event.place ?? null };
    void outbox.submit({ kind: "item.state", item: moved, event: { ...event, at: item.createdAt } });
  }
  return () => void outbox.submit({ kind: "item.delete", item });
}

/** Adds an item without a receipt, and puts it into a place other than the usual one. Returns what takes it back. */
export const useAddItem = (): typeof addItem => addItem;

function learnCode(learnt: LearntCode): void {
  void outbox.submit({ kind: "code.learn", learnt });
}

/** Remembers the household's name for the product behind a barcode. */
export const useLearnCode = (): typeof learnCode => learnCode;
