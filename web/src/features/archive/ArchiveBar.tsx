import { RotateCcw, Trash2, Utensils } from "lucide-react";
import type { GroceryItem } from "../../api/types";
import type { Selecting } from "../../ui/hooks/use-selecting";
import { ActionBar } from "../../ui/widgets/ActionBar";
import { useCommon } from "../../ui/text/strings";
import { recordOutcomes, restoreItems } from "./mutations";
import { useArchiveStrings } from "virtual:strings/archive";

/** Shows the actions on the selected archived items. */
export default function ArchiveBar({ selecting }: { selecting: Selecting<GroceryItem> }) {
  const common = useCommon();
  const t = useArchiveStrings();
  const { items, all, end, finish } = selecting;
  return (
    <ActionBar
      texts={t}
      count={items.length}
      onAll={all}
      onDone={end}
      actions={[
        { label: common.restore, icon: RotateCcw, run: () => finish(restoreItems) },
        { label: t.used, icon: Utensils, run: () => finish((chosen) => recordOutcomes(chosen, "used")) },
        { label: t.tossed, icon: Trash2, run: () => finish((chosen) => recordOutcomes(chosen, "tossed")) },
      ]}
    />
  );
}
