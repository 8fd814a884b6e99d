import { useCallback, useMemo, useState, type ReactNode } from "react";
import type { GroceryItem } from "../../api/types";
import type { FoodEvent } from "../../lib/domain/food-state";
import { useConfirmItems, useEditItems, useTakeOne } from "./mutations/edit";
import { useChangeState, useFreezeItems } from "./mutations/food-state";
import {
  useArchiveItem,
  useArchiveItems,
  useDeleteItem,
  useDeleteItems,
  useRecordOutcome,
  useRecordOutcomes,
} from "./mutations/leave";

export interface ItemActions {
  markUsed: (item: GroceryItem) => void;
  markTossed: (item: GroceryItem) => void;
  /** Uses up one of several that the item's quantity counts. */
  markOneUsed: (item: GroceryItem) => void;
  archive: (item: GroceryItem) => void;
  remove: (item: GroceryItem) => void;
  /** Records that it was opened, frozen, thawed, moved or used in part; the new date is computed. */
  changeState: (item: GroceryItem, event: FoodEvent) => void;
  /** Removes the mark of lines that the reader was unsure of: they were checked and are right. */
  confirm: (items: readonly GroceryItem[]) => void;
  save: (changes: readonly { before: GroceryItem; after: GroceryItem }[]) => void;
  removeAll: (items: readonly GroceryItem[], status: "all" | GroceryItem["status"]) => void;
  /** The same for several, with one undo. */
  several: {
    markUsed: (items: readonly GroceryItem[]) => void;
    markTossed: (items: readonly GroceryItem[]) => void;
    archive: (items: readonly GroceryItem[]) => void;
    freeze: (items: readonly GroceryItem[]) => void;
  };
}

/**
 * Returns the mutations of items as one object. The functions keep their identity between renders, so that a list of
 * 500 cards renders only the card that changed. `held` maps items that were changed to the date by which they stay
 * sorted meanwhile.
 */
export function useItemActions(): {
  actions: ItemActions;
  held: ReadonlyMap<string, string>;
  release: () => void;
  question: ReactNode;
} {
  const [held, setHeld] = useState<ReadonlyMap<string, string>>(NONE);
  const hold = useCallback(
    (items: readonly GroceryItem[]) =>
      setHeld((before) => new Map([...items.map(({ id, expiresAt }): [string, string] => [id, expiresAt]), ...before])),
    [],
  );
  const recordOutcome = useRecordOutcome();
  const recordOutcomes = useRecordOutcomes();
  const archive = useArchiveItem();
  const archiveAll = useArchiveItems();
  const remove = useDeleteItem();
  const removeAll = useDeleteItems();
  const { changeState, question } = useChangeState(hold);
  const freeze = useFreezeItems(hold);
  const edit = useEditItems();
  const takeOne = useTakeOne();
  const confirm = useConfirmItems();

  const actions = useMemo<ItemActions>(
    () => ({
      markUsed: (item) => recordOutcome(item, "used"),
      markTossed: (item) => recordOutcome(item, "tossed"),
      markOneUsed: (item) => {
        hold([item]);
        takeOne(item);
      },
      archive,
      remove,
      changeState: (item, event) => void changeState(item, event),
      confirm,
      save: (changes) => {
        hold(changes.map(({ before }) => before));
        edit(changes);
      },
      removeAll,
      several: {
        markUsed: (items) => recordOutcomes(items, "used"),
        markTossed: (items) => recordOutcomes(items, "tossed"),
        archive: archiveAll,
        freeze,
      },
    }),
    [
      hold,
      recordOutcome,
      recordOutcomes,
      archive,
      archiveAll,
      remove,
      removeAll,
      changeState,
      freeze,
      edit,
      takeOne,
      confirm,
    ],
  );
  return { actions, held, release: () => setHeld(NONE), question };
}

const NONE: ReadonlyMap<string, string> = new Map();
