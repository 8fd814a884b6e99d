import { Archive, Snowflake, Trash2, Utensils, UtensilsCrossed } from "lucide-react";
import { ActionBar } from "../../ui/ActionBar";
import { useItemsStrings } from "./strings";

interface SelectionBarProps {
  count: number;
  onAll: () => void;
  onUseUp: () => void;
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
      label={t.selectSeveral}
      selected={t.selected(count)}
      empty={count === 0}
      allLabel={t.selectAll}
      onAll={onAll}
      doneLabel={t.endSelecting}
      onDone={onDone}
      actions={[
        { label: t.used, icon: Utensils, run: run.onUseUp },
        { label: t.tossed, icon: UtensilsCrossed, run: run.onThrowAway },
        { label: t.freeze, icon: Snowflake, run: run.onFreeze },
        { label: t.archive, icon: Archive, run: run.onArchive },
        { label: t.swipeDelete, icon: Trash2, danger: true, run: run.onDelete },
      ]}
    />
  );
}
