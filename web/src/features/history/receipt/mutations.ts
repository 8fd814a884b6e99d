import { changedFields } from "../../../api/outbox/changes";
import { outbox } from "../../../api/outbox/outbox";
import type { GroceryItem } from "../../../api/types";

/**
 * Corrects the item of a receipt line. Like the other mutations here it has no undo, because each line offers the
 * opposite.
 */
export function correctLine(before: GroceryItem, after: GroceryItem): void {
  void outbox.submit({ kind: "item.update", item: after, fields: changedFields(before, after) });
}

/** Removes the item of a line that is not a product. */
export function leaveOutLine(item: GroceryItem): void {
  void outbox.submit({ kind: "item.outcome", itemId: item.id, outcome: "misread", item });
}

/** Restores the item of a line that was left out. */
export function restoreLine(item: GroceryItem): void {
  void outbox.submit({ kind: "item.restore", item });
}

/** Adds the item of a line that the reader skipped. */
export function addSkippedLine(item: GroceryItem): void {
  void outbox.submit({ kind: "item.create", item });
}
