import { outbox } from "../../api/outbox/outbox";
import type { GroceryItem, LearntCode, Message } from "../../api/types";

function readReceipt([photo, ...further]: readonly File[], key: string): void {
  if (photo) void outbox.submit({ kind: "receipt.read", photo, ...(further.length > 0 && { further }) }, key);
}

/** Queues the photos of a receipt, under a key by which the caller follows their progress. */
export const useReadReceipt = (): typeof readReceipt => readReceipt;

function repeatSession(sessionId: string, to: "tracker" | "list"): Promise<Message | null> {
  return outbox.submit(
    to === "tracker" ? { kind: "session.readd", sessionId } : { kind: "session.toShoppingList", sessionId },
  );
}

/** Adds the items of a known receipt once more, or puts them on the shopping list. Rejects if the server refuses. */
export const useRepeatSession = (): typeof repeatSession => repeatSession;

function addItem(item: GroceryItem): void {
  void outbox.submit({ kind: "item.create", item });
}

/** Adds an item without a receipt. */
export const useAddItem = (): typeof addItem => addItem;

function learnCode(learnt: LearntCode): void {
  void outbox.submit({ kind: "code.learn", learnt });
}

/** Remembers the household's name for the product behind a barcode. */
export const useLearnCode = (): typeof learnCode => learnCode;
