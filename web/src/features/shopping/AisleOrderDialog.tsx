import { useState } from "react";
import { ArrowDown, ArrowUp } from "lucide-react";
import type { ShoppingListItem } from "../../api/types";
import { Button, IconButton } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { translated, useCommon } from "../../ui/strings";
import { aislesOf } from "./list-lines";
import { useSetAisles } from "./mutations/household";
import { useShoppingStrings } from "virtual:strings/shopping";

/** The household's order of aisles. */
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
  const setAisles = useSetAisles();
  const [present] = useState(() => aislesOf(items, aisles));
  const [order, setOrder] = useState(present);
  const [moved, setMoved] = useState<ReadonlySet<string>>(new Set());
  const [said, setSaid] = useState("");
  const name = (aisle: string) => translated(common.categories, aisle);
  const move = (at: number, by: -1 | 1) => {
    if (at + by < 0 || at + by >= order.length) return;
    const next = [...order];
    const [aisle] = next.splice(at, 1);
    if (aisle === undefined) return;
    next.splice(at + by, 0, aisle);
    setOrder(next);
    setMoved(new Set(moved).add(aisle));
    setSaid(t.aisleMoved(name(aisle), at + by + 1));
  };
  const save = (own: readonly string[], of?: ReadonlySet<string>) => {
    setAisles(own, of);
    onClose();
  };
  return (
    <Dialog
      title={t.aisleOrder}
      description={t.aisleOrderText}
      dirty={order.some((aisle, at) => aisle !== present[at])}
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
        {order.map((aisle, at) => (
          // Each keeps its buttons as it moves, and with them the focus.
          <li key={aisle} className="row">
            <span>{name(aisle)}</span>
            <IconButton
              label={t.aisleUp(name(aisle))}
              icon={<ArrowUp size={20} aria-hidden />}
              aria-disabled={at === 0}
              onClick={() => move(at, -1)}
            />
            <IconButton
              label={t.aisleDown(name(aisle))}
              icon={<ArrowDown size={20} aria-hidden />}
              aria-disabled={at === order.length - 1}
              onClick={() => move(at, 1)}
            />
          </li>
        ))}
      </ul>
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </Dialog>
  );
}
