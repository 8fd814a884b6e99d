import { RotateCcw, Trash2, Utensils } from "lucide-react";
import { ActionBar } from "../../ui/widgets/ActionBar";
import { useCommon } from "../../ui/text/strings";
import { useArchiveStrings } from "virtual:strings/archive";

interface ArchiveBarProps {
  count: number;
  onAll: () => void;
  onRestore: () => void;
  onUsed: () => void;
  onTossed: () => void;
  onDone: () => void;
}

/** Actions on the selected archived items. */
export default function ArchiveBar({ count, onAll, onRestore, onUsed, onTossed, onDone }: ArchiveBarProps) {
  const common = useCommon();
  const t = useArchiveStrings();
  return (
    <ActionBar
      texts={t}
      count={count}
      onAll={onAll}
      onDone={onDone}
      actions={[
        { label: common.restore, icon: RotateCcw, run: onRestore },
        { label: t.used, icon: Utensils, run: onUsed },
        { label: t.tossed, icon: Trash2, run: onTossed },
      ]}
    />
  );
}
