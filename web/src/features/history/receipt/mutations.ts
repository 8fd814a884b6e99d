import { changedFields } from "../../../api/item-fields";
import { newItem } from "../../../api/new-item";
import { outbox } from "../../../api/outbox/outbox";
import type { GroceryItem } from "../../../api/types";
import { showUndo } from "../../../ui/toasts";
import { historyStrings } from "virtual:strings/history";

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

/**
 * Puts the item of a line into the larder again. Food that was used up or thrown away keeps its outcome: a new item
 * with the shelf life from today on is added instead, and can be undone, because the line does not show it.
 */
export function putBackLine(item: GroceryItem): void {
  if (!hasOutcome(item)) return void outbox.submit({ kind: "item.restore", item });
  const { name, category, quantity, unit, shelfLifeDays } = item;
  const added = newItem({ name, category, quantity, unit, shelfLifeDays }, new Date());
  void outbox.submit({ kind: "item.create", item: added });
  showUndo(
    `receipt.again.${added.id}`,
    () => historyStrings().receipt.added,
    () => void outbox.submit({ kind: "item.delete", item: added }),
    { text: () => name },
  );
}

/** Returns true for food that was used up or thrown away. */
function hasOutcome({ outcome }: GroceryItem): boolean {
  return outcome === "used" || outcome === "tossed";
}

/** Adds the item of a line that the reader skipped. */
export function addSkippedLine(item: GroceryItem): void {
  void outbox.submit({ kind: "item.create", item });
}
