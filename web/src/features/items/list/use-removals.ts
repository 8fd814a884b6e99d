import type { GroceryItem } from "../../../api/types";
import type { Selecting } from "../../../ui/hooks/use-selecting";
import { useConfirm } from "../../../ui/widgets/Confirm";
import type { ItemActions } from "../use-item-actions";
import type { Filter } from "./selection";
import { useItemsStrings } from "virtual:strings/items";

/** The maximum number of selected items that are deleted without a confirmation. */
const MAX_UNCONFIRMED = 10;

/** Returns functions that delete all shown or all selected items, and the dialog that asks before. */
export function useRemovals(list: readonly GroceryItem[], selecting: Selecting<GroceryItem>, actions: ItemActions) {
  const t = useItemsStrings();
  const { confirm, dialog } = useConfirm();
  const removeAll = async (items: readonly GroceryItem[], status: Filter) => {
    const text = t.deleteAllText(items.length, status);
    if (!(await confirm({ title: t.deleteAll, text, action: t.deleteAll }))) return;
    selecting.end();
    actions.removeAll(items, status);
  };
  const removeSelected = () => {
    const { items } = selecting;
    if (items.length === list.length || items.length > MAX_UNCONFIRMED) void removeAll(items, "all");
    else selecting.finish((chosen) => actions.removeAll(chosen, "all"));
  };
  return { removeAll, removeSelected, dialog };
}
