import { Archive, Snowflake, PackageOpen, Pencil, Sun, Trash2, Utensils, X } from "lucide-react";
import type { GroceryItem } from "../../../api/types";
import { placeOf } from "../../../lib/domain/places";
import { useCommon } from "../../../ui/text/strings";
import { Menu, type MenuGroup } from "../../../ui/widgets/Menu";
import { SHARES, shareName } from "./shares";
import { useItemsStrings } from "virtual:strings/items";
import type { ItemActions } from "../use-item-actions";

interface ItemMenuProps {
  item: GroceryItem;
  actions: ItemActions;
  onEdit: (item: GroceryItem) => void;
  /** Called before each action. */
  onChoose: () => void;
}

/** The menu of an item: its share left, outcomes, states, edit, archive and delete. It has the actions of all swipes. */
export function ItemMenu({ item, actions, onEdit, onChoose }: ItemMenuProps) {
  const common = useCommon();
  const t = useItemsStrings();
  const groups = (): readonly MenuGroup[] => {
    const states: MenuGroup["entries"] = [
      ...(item.openedAt
        ? []
        : [
            {
              label: t.opened,
              icon: <PackageOpen size={18} aria-hidden />,
              onChoose: () => actions.changeState(item, { event: "opened" }),
            },
          ]),
      placeOf(item) === "freezer"
        ? {
            label: t.thawed,
            icon: <Sun size={18} aria-hidden />,
            onChoose: () => actions.changeState(item, { event: "thawed" }),
          }
        : {
            label: t.frozen,
            icon: <Snowflake size={18} aria-hidden />,
            onChoose: () => actions.changeState(item, { event: "frozen" }),
          },
    ];
    return [
      {
        label: t.left,
        row: true,
        entries: SHARES.map((share) => ({
          label: t.shareLeft[shareName(share)],
          onChoose: () => actions.changeState(item, { event: "used", left: share }),
        })),
      },
      {
        row: true,
        entries: [
          { label: t.used, icon: <Utensils size={18} aria-hidden />, onChoose: () => actions.markUsed(item) },
          { label: t.tossed, icon: <Trash2 size={18} aria-hidden />, onChoose: () => actions.markTossed(item) },
        ],
      },
      { entries: states },
      {
        entries: [
          { label: common.edit, icon: <Pencil size={18} aria-hidden />, onChoose: () => onEdit(item) },
          { label: t.archive, icon: <Archive size={18} aria-hidden />, onChoose: () => actions.archive(item) },
          {
            label: t.delete,
            icon: <X size={18} aria-hidden />,
            danger: true,
            onChoose: () => actions.remove(item),
          },
        ],
      },
    ];
  };
  return <Menu label={t.more(item.name)} groups={groups} onChoose={onChoose} />;
}
