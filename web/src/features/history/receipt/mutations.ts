import { changedFields } from "../../../api/outbox/changes";
import { outbox } from "../../../api/outbox/outbox";
import type { GroceryItem } from "../../../api/types";

/** Mutations of the lines of a receipt. They need no undo, because each line offers the opposite. */
function correctLine(before: GroceryItem, after: GroceryItem): void {
  void outbox.submit({ kind: "item.update", item: after, fields: changedFields(before, after) });
}

/** Corrects the item of a line. */
export const useCorrectLine = (): typeof correctLine => correctLine;

function leaveOutLine(item: GroceryItem): void {
  void outbox.submit({ kind: "item.outcome", itemId: item.id, outcome: "misread", item });
}

/** Removes the item of a line that is not one. */
export const useLeaveOutLine = (): typeof leaveOutLine => leaveOutLine;

function putBackLine(item: GroceryItem): void {
  void outbox.submit({ kind: "item.restore", item });
}

/** Restores the item of a line that was left out. */
export const usePutBackLine = (): typeof putBackLine => putBackLine;

function addSkippedLine(item: GroceryItem): void {
  void outbox.submit({ kind: "item.create", item });
}

/** Adds the item of a line that the reader skipped. */
export const useAddSkippedLine = (): typeof addSkippedLine => addSkippedLine;
