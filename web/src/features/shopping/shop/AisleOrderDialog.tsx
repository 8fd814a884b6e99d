import { useState } from "react";
import { ArrowDown, ArrowUp } from "lucide-react";
import { saveSettings } from "../../../api/settings/save-settings";
import type { ShoppingListItem } from "../../../api/types";
import { Button, IconButton } from "../../../ui/widgets/Button";
import { Dialog } from "../../../ui/widgets/Dialog";
import { translated, useCommon } from "../../../ui/text/strings";
import { aislesOf } from "../list/list-lines";
import { useShoppingStrings } from "virtual:strings/shopping";

/** Edits the household's order of aisles. */
export default function AisleOrderDialog({
  items,
  aisles,
  onClose,
}: {
  items: readonly ShoppingListItem[];
  aisles: readonly string[];
  onClose: () => void;
}) {
  const common = useCommon();
  const t = useShoppingStrings();
  const [initialOrder] = useState(() => aislesOf(items, aisles));
  const [order, setOrder] = useState(initialOrder);
  const [moved, setMoved] = useState<ReadonlySet<string>>(new Set());
  const [announcement, setAnnouncement] = useState("");
  const name = (aisle: string) => translated(common.categories, aisle);
  const move = (index: number, by: -1 | 1) => {
    if (index + by < 0 || index + by >= order.length) return;
    const next = [...order];
    const [aisle] = next.splice(index, 1);
    if (aisle === undefined) return;
    next.splice(index + by, 0, aisle);
    setOrder(next);
    setMoved(new Set(moved).add(aisle));
    setAnnouncement(t.aisleMoved(name(aisle), index + by + 1));
  };
  const save = (aisles: readonly string[], moved?: ReadonlySet<string>) => {
    saveSettings({ aisles: [...aisles], ...(moved && { movedAisles: [...moved] }) });
    onClose();
  };
  return (
    <Dialog
      title={t.aisleOrder}
      description={t.aisleOrderText}
      dirty={order.some((aisle, index) => aisle !== initialOrder[index])}
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => save([])}>{t.usualOrder}</Button>
          <Button variant="primary" onClick={() => save(order, moved)}>
            {common.save}
          </Button>
        </>
      }
    >
      <ul className="frame cell rows" aria-label={t.aisleOrder}>
        {order.map((aisle, index) => (
          // The key keeps the focus on the button of an aisle that moves.
          <li key={aisle} className="row">
            <span>{name(aisle)}</span>
            <IconButton
              label={t.aisleUp(name(aisle))}
              icon={<ArrowUp size={20} aria-hidden />}
              aria-disabled={index === 0}
              onClick={() => move(index, -1)}
            />
            <IconButton
              label={t.aisleDown(name(aisle))}
              icon={<ArrowDown size={20} aria-hidden />}
              aria-disabled={index === order.length - 1}
              onClick={() => move(index, 1)}
            />
          </li>
        ))}
      </ul>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
    </Dialog>
  );
}
