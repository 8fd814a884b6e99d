import { useCallback } from "react";
import { changedFields } from "../../../api/outbox/changes";
import { outbox } from "../../../api/outbox/outbox";
import type { GroceryItem } from "../../../api/types";
import { newId } from "../../../lib/state/ids";
import { useCommon } from "../../../ui/strings";
import { showUndo } from "../../../ui/toasts";
import { useItemsStrings } from "virtual:strings/items";

/** Sends the fields that differ, so that an edit overwrites nothing that another device did. */
function update(before: GroceryItem, after: GroceryItem): void {
  const fields = changedFields(before, after);
  if (Object.keys(fields).length > 0) void outbox.submit({ kind: "item.update", item: after, fields });
}

/** Saves edited items, with one undo for all of them. */
export function useEditItems(): (changes: readonly { before: GroceryItem; after: GroceryItem }[]) => void {
  const common = useCommon();
  const t = useItemsStrings();
  return useCallback(
    (changes) => {
      for (const { before, after } of changes) update(before, after);
      showUndo(
        "items.edit",
        () => t.updatedToast(changes.length),
        common.undo,
        () => changes.forEach(({ before, after }) => update(after, before)),
      );
    },
    [common, t],
  );
}

/** Uses up one of several that the item's quantity counts. */
export function useTakeOne(): (item: GroceryItem) => void {
  const common = useCommon();
  const t = useItemsStrings();
  return useCallback(
    (item) => {
      const left = item.quantity - 1;
      const add = (quantityDelta: number) =>
        void outbox.submit({ kind: "item.update", item, fields: { quantityDelta } });
      add(-1);
      // A toast for each tap: every one takes back its own.
      showUndo(
        `items.used-one.${newId()}`,
        () => t.usedOneToast(left, item.name),
        common.undo,
        () => add(1),
      );
    },
    [common, t],
  );
}

function confirmItems(items: readonly GroceryItem[]): void {
  for (const item of items) void outbox.submit({ kind: "item.update", item: { ...item, confidence: 1 }, fields: {} });
}

/** Marks lines that the reader was unsure of as checked. */
export const useConfirmItems = (): typeof confirmItems => confirmItems;
