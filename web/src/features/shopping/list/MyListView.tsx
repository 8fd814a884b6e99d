import type { ComponentType } from "react";
import type { ShoppingListItem } from "../../../api/types";
import { QuickAdd, type BarcodeDialogProps } from "../add/QuickAdd";
import { ListCard } from "./ListCard";
import styles from "./MyListView.module.css";

interface MyListViewProps {
  items: readonly ShoppingListItem[];
  isUnknown: boolean;
  /** The categories in the household's own order. */
  aisles: readonly string[];
  barcodeDialog: ComponentType<BarcodeDialogProps>;
  onPutAway: () => void;
}

/** Shows the user's list and the quick add line. */
export default function MyListView({ items, isUnknown, aisles, barcodeDialog, onPutAway }: MyListViewProps) {
  return (
    <div className={`panes ${styles.view}`}>
      <div className="stack gap-16 top shrink">
        <ListCard items={items} isUnknown={isUnknown} aisles={aisles} onPutAway={onPutAway} />
      </div>
      <div className={`aside no-print members-only ${styles.form}`}>
        <QuickAdd items={items} barcodeDialog={barcodeDialog} />
      </div>
    </div>
  );
}
