import { useCallback, useMemo, useState, type ReactNode } from "react";
import type { GroceryItem } from "../../api/types";
import type { FoodEvent } from "../../lib/domain/food-state";
import { confirmItems } from "../../ui/mutations/confirm-items";
import { editItems, takeOne } from "./mutations/edit";
import { freezeItems, useChangeState } from "./mutations/food-state";
import { archiveItem, archiveItems, deleteItem, deleteItems, recordOutcome, recordOutcomes } from "./mutations/remove";

export interface ItemActions {
  markUsed: (item: GroceryItem) => void;
  markTossed: (item: GroceryItem) => void;
  /** Reduces the item's quantity by one. */
  markOneUsed: (item: GroceryItem) => void;
  archive: (item: GroceryItem) => void;
  remove: (item: GroceryItem) => void;
  /** Records that the item was opened, frozen, thawed, moved or partly used, and computes its new date. */
  changeState: (item: GroceryItem, event: FoodEvent) => void;
  /** Marks items as checked of which the reader was unsure. */
  confirm: (items: readonly GroceryItem[]) => void;
  save: (changes: readonly { before: GroceryItem; after: GroceryItem }[]) => void;
  removeAll: (items: readonly GroceryItem[], status: "all" | GroceryItem["status"]) => void;
  /** The same for several items, with one undo. */
  several: {
    markUsed: (items: readonly GroceryItem[]) => void;
    markTossed: (items: readonly GroceryItem[]) => void;
    archive: (items: readonly GroceryItem[]) => void;
    freeze: (items: readonly GroceryItem[]) => void;
  };
}

/**
 * Returns the mutations of items as one object. It keeps its identity between renders, so that a list of 500 cards
 * renders only the card that changed. `heldDates` maps changed items to the date by which the list still sorts them, so
 * that they do not move; `releaseDates` ends that. `dialog` is the question before a thawed item is frozen again.
 */
export function useItemActions(): {
  actions: ItemActions;
  heldDates: ReadonlyMap<string, string>;
  releaseDates: () => void;
  dialog: ReactNode;
} {
  const [heldDates, setHeldDates] = useState(NO_DATES);
  const holdDates = useCallback(
    (items: readonly GroceryItem[]) =>
      setHeldDates(
        (before) => new Map([...items.map(({ id, expiresAt }): [string, string] => [id, expiresAt]), ...before]),
      ),
    [],
  );
  const { changeState, dialog } = useChangeState(holdDates);

  const actions = useMemo<ItemActions>(
    () => ({
      markUsed: (item) => recordOutcome(item, "used"),
      markTossed: (item) => recordOutcome(item, "tossed"),
      markOneUsed: (item) => {
        holdDates([item]);
        takeOne(item);
      },
      archive: archiveItem,
      remove: deleteItem,
      changeState: (item, event) => void changeState(item, event),
      confirm: confirmItems,
      save: (changes) => {
        holdDates(changes.map(({ before }) => before));
        editItems(changes);
      },
      removeAll: deleteItems,
      several: {
        markUsed: (items) => recordOutcomes(items, "used"),
        markTossed: (items) => recordOutcomes(items, "tossed"),
        archive: archiveItems,
        freeze: (items) => freezeItems(items, holdDates),
      },
    }),
    [holdDates, changeState],
  );
  return { actions, heldDates, releaseDates: () => setHeldDates(NO_DATES), dialog };
}

const NO_DATES: ReadonlyMap<string, string> = new Map();
