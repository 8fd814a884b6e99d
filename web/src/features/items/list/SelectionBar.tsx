import { Archive, Snowflake, Trash2, Utensils, X } from "lucide-react";
import type { GroceryItem } from "../../../api/types";
import type { Selecting } from "../../../ui/hooks/use-selecting";
import { ActionBar } from "../../../ui/widgets/ActionBar";
import type { ItemActions } from "../use-item-actions";
import { useItemsStrings } from "virtual:strings/items";

interface SelectionBarProps {
  selecting: Selecting<GroceryItem>;
  actions: ItemActions["several"];
  onDelete: () => void;
}

/** Shows the actions on the selected items. */
export default function SelectionBar({ selecting, actions, onDelete }: SelectionBarProps) {
  const t = useItemsStrings();
  return (
    <ActionBar
      texts={t}
      count={selecting.items.length}
      onAll={selecting.all}
      onDone={selecting.end}
      actions={[
        { label: t.used, icon: Utensils, run: () => selecting.finish(actions.markUsed) },
        { label: t.tossed, icon: Trash2, run: () => selecting.finish(actions.markTossed) },
        { label: t.freeze, icon: Snowflake, run: () => selecting.finish(actions.freeze) },
        { label: t.archive, icon: Archive, run: () => selecting.finish(actions.archive) },
        { label: t.swipeDelete, icon: X, danger: true, run: onDelete },
      ]}
    />
  );
}
