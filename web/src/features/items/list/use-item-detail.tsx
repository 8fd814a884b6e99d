import { Suspense, useState, type ReactNode } from "react";
import type { GroceryItem } from "../../../api/types";
import { useWide } from "../../../lib/browser/wide";
import type { ItemActions } from "../use-item-actions";
import { ItemDetail } from "./dialogs";

interface ItemDetailOptions {
  items: readonly GroceryItem[];
  /** The items that the list shows, in order. */
  list: readonly GroceryItem[];
  /** The item that a wide screen shows until the user opens one. */
  first: GroceryItem | undefined;
  now: Date;
  actions: ItemActions;
  onEdit: (item: GroceryItem) => void;
}

/**
 * Returns a function that shows the details of an item, and the details: a sheet or, on a wide screen, the content of a
 * pane next to the list. `currentId` is the item in the pane.
 */
export function useItemDetail({ items, list, first, now, actions, onEdit }: ItemDetailOptions): {
  showDetail: (id: string) => void;
  detail: ReactNode;
  currentId: string | undefined;
} {
  const wide = useWide();
  const [openedId, setOpenedId] = useState<string | null>(null);
  const opened = (wide ? list : items).find(({ id }) => id === openedId);
  // It has left the larder or, on a wide screen, the list; if it comes back, it does not open or take the focus again.
  if (openedId !== null && !opened) setOpenedId(null);
  const item = opened ?? (wide ? first : undefined);
  const close = () => {
    if (wide) document.querySelector<HTMLElement>("[data-key][aria-current=true] h2 button")?.focus();
    else setOpenedId(null);
  };
  const detail = item && (
    <Suspense>
      <ItemDetail
        item={item}
        now={now}
        actions={actions}
        onEdit={onEdit}
        isSheet={!wide}
        takesFocus={openedId === item.id}
        onBack={close}
      />
    </Suspense>
  );
  return { showDetail: setOpenedId, detail, currentId: wide ? item?.id : undefined };
}
