import type { ShoppingListItem } from "../../api/types";
import surface from "../../ui/Surface.module.css";
import { AddItemForm } from "./AddItemForm";
import { ListCard } from "./ListCard";
import styles from "./MyListView.module.css";
import { useShoppingStrings } from "./strings";

/** One's own list, and the form that adds to it. */
export function MyListView({ items, stale }: { items: readonly ShoppingListItem[]; stale: boolean }) {
  const t = useShoppingStrings();
  return (
    <div className={styles.view}>
      <div className={styles.form}><AddItemForm pending={items.filter((item) => !item.isCompleted)} /></div>
      <div className={surface.stack}>
        {stale && <p role="status" className={surface.soft}>{t.refreshFailed}</p>}
        <ListCard items={items} />
      </div>
    </div>
  );
}
