import { changedFields } from "../../../api/item-fields";
import { outbox } from "../../../api/outbox/outbox";
import type { GroceryItem } from "../../../api/types";
import { expiryAfter, freshnessAt } from "../../../lib/domain/freshness";
import { newId } from "../../../lib/state/ids";
import { showUndo } from "../../../ui/toasts";
import { historyStrings } from "virtual:strings/history";

/**
 * Corrects the item of a receipt line. Like the other mutations here it has no undo, because each line offers the
 * opposite.
 */
export function correctLine(before: GroceryItem, after: GroceryItem): void {
  void outbox.submit({ kind: "item.update", item: after, fields: changedFields(before, after) });
}

/** Marks the items of lines as right, of which the reader was unsure. */
export function confirmLines(items: readonly GroceryItem[]): void {
  for (const item of items) void outbox.submit({ kind: "item.update", item: { ...item, confidence: 1 }, fields: {} });
}

/** Removes the item of a line that is not a product. */
export function leaveOutLine(item: GroceryItem): void {
  void outbox.submit({ kind: "item.outcome", itemId: item.id, outcome: "misread", item });
}

/**
 * Puts the item of a line into the larder again. Food that was used up or thrown away keeps its outcome: a new item with
 * the shelf life from today on is added instead, and can be undone, because the line does not show it.
 */
export function putBackLine(item: GroceryItem): void {
  if (!hasOutcome(item)) return void outbox.submit({ kind: "item.restore", item });
  const { userId, name, category, quantity, unit, shelfLifeDays } = item;
  const now = new Date();
  const expiresAt = expiryAfter(shelfLifeDays, now);
  const added: GroceryItem = {
    id: newId(),
    userId,
    scanSessionId: null,
    name,
    category,
    quantity,
    unit,
    shelfLifeDays,
    expiresAt,
    createdAt: now.toISOString(),
    status: freshnessAt({ expiresAt }, now),
    itemStatus: "active",
  };
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
