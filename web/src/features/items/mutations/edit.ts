import { changedFields } from "../../../api/item-fields";
import { outbox } from "../../../api/outbox/outbox";
import type { GroceryItem } from "../../../api/types";
import { newId } from "../../../lib/state/ids";
import { showUndo } from "../../../ui/toasts";
import { itemsStrings } from "virtual:strings/items";

/** Sends only the fields that differ, so that an edit overwrites no other field that another device changed. */
function update(before: GroceryItem, after: GroceryItem): void {
  const fields = changedFields(before, after);
  if (Object.keys(fields).length > 0) void outbox.submit({ kind: "item.update", item: after, fields });
}

/** Saves edited items, with one undo for all of them. */
export function editItems(changes: readonly { before: GroceryItem; after: GroceryItem }[]): void {
  for (const { before, after } of changes) update(before, after);
  showUndo(
    // Its title does not count, so that each edit has its own toast.
    `items.edit.${newId()}`,
    () => itemsStrings().updatedToast(changes.length),
    () => changes.forEach(({ before, after }) => update(after, before)),
  );
}

/** Reduces an item's quantity by one. */
export function takeOne(item: GroceryItem): void {
  const add = (quantityDelta: number) => void outbox.submit({ kind: "item.update", item, fields: { quantityDelta } });
  add(-1);
  // Each tap has its own toast and undo.
  showUndo(
    `items.used-one.${newId()}`,
    () => itemsStrings().usedOneToast(item.quantity - 1, item.name),
    () => add(1),
  );
}
