import { useRef, useState, type ReactNode } from "react";
import { Archive, Trash2, Utensils, X } from "lucide-react";
import type { GroceryItem } from "../../../api/types";
import { ITEM_SWIPE } from "../../../lib/gestures/swipe";
import { classes } from "../../../ui/classes";
import { useSwipe } from "../../../ui/hooks/use-swipe";
import styles from "./ItemCard.module.css";
import type { SwipeMeaning } from "./swipe-meaning";
import { useItemsStrings } from "virtual:strings/items";

interface SwipeableRowProps {
  item: GroceryItem;
  swipe: SwipeMeaning;
  /** Without it, the row cannot be swiped. */
  onSwipe: ((item: GroceryItem, side: "left" | "right") => void) | undefined;
  children: ReactNode;
}

/** Makes a row swipeable, with a panel below it that a swipe uncovers. */
export function SwipeableRow({ item, swipe, onSwipe, children }: SwipeableRowProps) {
  const t = useItemsStrings();
  const ref = useRef<HTMLDivElement>(null);
  /** `isArmed` is true if the finger is so far that releasing it acts. */
  const [drag, setDrag] = useState<{ side: "left" | "right" | null; isArmed: boolean }>({ side: null, isArmed: false });
  useSwipe(ref, ITEM_SWIPE, {
    mouse: true,
    leaves: true,
    enabled: onSwipe !== undefined,
    onRight: () => onSwipe?.(item, "right"),
    onLeft: () => onSwipe?.(item, "left"),
    onMove: (offset, outcome) => {
      const side = offset > 0 ? "right" : offset < 0 ? "left" : null;
      const isArmed = outcome !== "none";
      setDrag((before) => (before.side === side && before.isArmed === isArmed ? before : { side, isArmed }));
    },
  });
  const isOutcome = swipe === "outcome";
  return (
    <div className="place clip">
      {drag.side !== null && (
        <div
          className={classes(
            "row gap-8 small bold wash cover pad",
            drag.side === "right" ? "green" : "expired at-end",
            drag.isArmed && (drag.side === "right" ? "solid" : "solid danger"),
          )}
          aria-hidden
        >
          {drag.side === "right" ? (
            <>
              {isOutcome ? <Utensils size={20} /> : <Archive size={20} />}
              <span>{isOutcome ? t.used : t.swipeArchive}</span>
            </>
          ) : (
            <>
              <span>{isOutcome ? t.tossed : t.swipeDelete}</span>
              {isOutcome ? <Trash2 size={20} /> : <X size={20} />}
            </>
          )}
        </div>
      )}
      <div ref={ref} className={`place draggable ${styles.front}`}>
        {children}
      </div>
    </div>
  );
}
