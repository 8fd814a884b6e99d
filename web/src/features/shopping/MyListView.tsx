import type { ComponentType } from "react";
import type { ShoppingListItem } from "../../api/types";
import surface from "../../ui/Surface.module.css";
import { QuickAdd, type BarcodeDialogProps } from "./QuickAdd";
import { ListCard } from "./ListCard";
import styles from "./MyListView.module.css";

interface MyListViewProps {
  items: readonly ShoppingListItem[];
  /** The categories in the household's own order. */
  aisles: readonly string[];
  barcodeDialog: ComponentType<BarcodeDialogProps>;
  onPutAway: () => void;
}

/** One's own list, and the line that adds to it. */
export default function MyListView({ items, aisles, barcodeDialog, onPutAway }: MyListViewProps) {
  return (
    <div className={styles.view}>
      <div className={surface.stack}>
        <ListCard items={items} aisles={aisles} onPutAway={onPutAway} />
      </div>
      <div className={styles.form}>
        <QuickAdd items={items} barcodeDialog={barcodeDialog} />
      </div>
    </div>
  );
}
