import type { ShoppingListItem } from "../../api/types";
import { Dialog } from "../../ui/Dialog";

export default function ShareDialog({ items, onClose }: { items: readonly ShoppingListItem[]; onClose: () => void }) {
  return <Dialog title={String(items.length)} onClose={onClose} />;
}
