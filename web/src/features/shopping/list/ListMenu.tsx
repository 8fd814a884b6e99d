import { ArrowUpDown, Printer, Refrigerator, Trash2 } from "lucide-react";
import { usePreferences } from "../../../api/cached/use-data";
import { useIsLooker } from "../../../api/household/role";
import { saveSettings } from "../../../api/settings/save-settings";
import { Menu, type MenuEntry } from "../../../ui/widgets/Menu";
import { useShoppingStrings } from "virtual:strings/shopping";

interface ListMenuProps {
  isEmpty: boolean;
  /** Offers to move ticked lines into the larder; undefined if none is ticked. */
  onPutAway: (() => void) | undefined;
  onOrder: () => void;
  onClear: () => void;
}

/** The menu of actions and settings of the whole list. A device that may only look and tick can print. */
export function ListMenu({ isEmpty, onPutAway, onOrder, onClear }: ListMenuProps) {
  const t = useShoppingStrings();
  const isLooker = useIsLooker();
  const { data: preferences } = usePreferences();
  const listsUsedUp = preferences?.listUsedUp === true;
  const groups = () => {
    const print: MenuEntry = {
      label: t.print,
      icon: <Printer size={18} aria-hidden />,
      onChoose: () => window.print(),
    };
    if (isLooker) return [{ entries: isEmpty ? [] : [print] }];
    const entries: MenuEntry[] = [
      { label: t.aisleOrder, icon: <ArrowUpDown size={18} aria-hidden />, onChoose: onOrder },
      { label: t.listUsedUp, checked: listsUsedUp, onChoose: () => saveSettings({ listUsedUp: !listsUsedUp }) },
    ];
    if (onPutAway)
      entries.unshift({ label: t.putAwayMenu, icon: <Refrigerator size={18} aria-hidden />, onChoose: onPutAway });
    if (isEmpty) return [{ entries }];
    const clear: MenuEntry = {
      label: t.clearAll,
      icon: <Trash2 size={18} aria-hidden />,
      danger: true,
      onChoose: onClear,
    };
    return [{ entries: [...entries, print] }, { entries: [clear] }];
  };
  return <Menu label={t.listMenu} groups={groups} />;
}
