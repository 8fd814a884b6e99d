import type { ComponentType } from "react";
import type { ShoppingListItem } from "../../api/types";
import surface from "../../ui/Surface.module.css";
import { AddLine, type BarcodeDialogProps } from "./AddLine";
import { ListCard } from "./ListCard";
import styles from "./MyListView.module.css";
import { useShoppingStrings } from "./strings";

interface MyListViewProps {
  items: readonly ShoppingListItem[];
  /** The categories in the household's own order. */
  aisles: readonly string[];
  stale: boolean;
  barcodeDialog: ComponentType<BarcodeDialogProps>;
}

/** One's own list, and the line that adds to it. */
export default function MyListView({ items, aisles, stale, barcodeDialog }: MyListViewProps) {
  const t = useShoppingStrings();
  return (
    <div className={styles.view}>
      <div className={surface.stack}>
        {stale && (
          <p role="status" className={surface.soft}>
            {t.refreshFailed}
          </p>
        )}
        <ListCard items={items} aisles={aisles} />
      </div>
      <div className={styles.form}>
        <AddLine items={items} barcodeDialog={barcodeDialog} />
      </div>
    </div>
  );
}
