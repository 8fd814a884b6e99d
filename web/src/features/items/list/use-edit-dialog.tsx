import { Suspense, useCallback, useState, type ReactNode } from "react";
import type { GroceryItem } from "../../../api/types";
import type { ItemActions } from "../use-item-actions";
import { EditItemDialog } from "./dialogs";
import { sameItems } from "./selection";

/** Returns a function that opens the dialog to edit an item, and the dialog. */
export function useEditDialog(
  items: readonly GroceryItem[],
  actions: ItemActions,
): { edit: (item: GroceryItem) => void; dialog: ReactNode } {
  const [item, setItem] = useState<GroceryItem | null>(null);
  const edit = useCallback((next: GroceryItem) => setItem(next), []);
  const dialog = item && (
    <Suspense>
      <EditItemDialog
        item={item}
        sameItems={sameItems(items, item)}
        isGone={!items.some(({ id }) => id === item.id)}
        actions={actions}
        onClose={() => setItem(null)}
      />
    </Suspense>
  );
  return { edit, dialog };
}
