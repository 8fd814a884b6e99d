import { Archive, Snowflake, Trash2, Utensils, X } from "lucide-react";
import { ActionBar } from "../../../ui/widgets/ActionBar";
import { useItemsStrings } from "virtual:strings/items";

interface SelectionBarProps {
  count: number;
  onAll: () => void;
  onMarkUsed: () => void;
  onThrowAway: () => void;
  onFreeze: () => void;
  onArchive: () => void;
  onDelete: () => void;
  onDone: () => void;
}

/** Actions on the selected items. */
export default function SelectionBar({ count, onAll, onDone, ...run }: SelectionBarProps) {
  const t = useItemsStrings();
  return (
    <ActionBar
      texts={t}
      count={count}
      onAll={onAll}
      onDone={onDone}
      actions={[
        { label: t.used, icon: Utensils, run: run.onMarkUsed },
        { label: t.tossed, icon: Trash2, run: run.onThrowAway },
        { label: t.freeze, icon: Snowflake, run: run.onFreeze },
        { label: t.archive, icon: Archive, run: run.onArchive },
        { label: t.swipeDelete, icon: X, danger: true, run: run.onDelete },
      ]}
    />
  );
}
