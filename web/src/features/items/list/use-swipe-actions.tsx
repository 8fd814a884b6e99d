import { Suspense, useCallback, useState, type ReactNode } from "react";
import type { GroceryItem } from "../../../api/types";
import type { ItemActions } from "../use-item-actions";
import { SwipeDialog } from "./dialogs";
import { useSwipeMeaning, type SwipeMeaning } from "./swipe-meaning";

type SwipeSide = "left" | "right";

function runSwipe(meaning: SwipeMeaning, side: SwipeSide, item: GroceryItem, actions: ItemActions): void {
  if (meaning === "outcome") (side === "right" ? actions.markUsed : actions.markTossed)(item);
  else (side === "right" ? actions.archive : actions.remove)(item);
}

/** Returns the handler of swipes, and the dialog in which the first one asks what swipes do. */
export function useSwipeActions(actions: ItemActions): {
  meaning: SwipeMeaning | null;
  setMeaning: (meaning: SwipeMeaning) => void;
  onSwipe: (item: GroceryItem, side: SwipeSide) => void;
  dialog: ReactNode;
} {
  const [meaning, setMeaning] = useSwipeMeaning();
  /** The first swipe, until the user has answered. */
  const [swiped, setSwiped] = useState<{ item: GroceryItem; side: SwipeSide } | null>(null);
  const onSwipe = useCallback(
    (item: GroceryItem, side: SwipeSide) =>
      meaning === null ? setSwiped({ item, side }) : runSwipe(meaning, side, item, actions),
    [meaning, actions],
  );
  const dialog = swiped && (
    <Suspense>
      <SwipeDialog
        onAnswer={(chosen) => {
          setSwiped(null);
          if (chosen === null) return;
          setMeaning(chosen);
          runSwipe(chosen, swiped.side, swiped.item, actions);
        }}
      />
    </Suspense>
  );
  return { meaning, setMeaning, onSwipe, dialog };
}
