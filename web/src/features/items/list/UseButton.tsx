import { Utensils } from "lucide-react";
import type { GroceryItem } from "../../../api/types";
import { IconButton } from "../../../ui/widgets/Button";
import { isCounted } from "../item/shares";
import type { ItemActions } from "../use-item-actions";
import { useItemsStrings } from "virtual:strings/items";

interface UseButtonProps {
  item: GroceryItem;
  actions: ItemActions;
  label: string;
}

/** Uses up the item; if its quantity is a count, only one of it. */
export function UseButton({ item, actions, label }: UseButtonProps) {
  const t = useItemsStrings();
  const hasCount = isCounted(item);
  return (
    <IconButton
      label={hasCount ? t.usedOneNamed(label) : t.eatenNamed(label)}
      icon={<Utensils size={20} strokeWidth={1.75} aria-hidden />}
      className="green place"
      onClick={() => (hasCount ? actions.markOneUsed(item) : actions.markUsed(item))}
    />
  );
}
