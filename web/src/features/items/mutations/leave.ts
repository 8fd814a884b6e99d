import { useCallback } from "react";
import { outbox } from "../../../api/outbox/outbox";
import type { GroceryItem, Outcome } from "../../../api/types";
import { newId } from "../../../lib/state/ids";
import { useCommon } from "../../../ui/strings";
import { showUndo } from "../../../ui/toasts";
import { useItemsStrings } from "virtual:strings/items";

/** Mutations that take items out of the larder, each with its undo. The app announces refused changes. */
const restore = (item: GroceryItem) => void outbox.submit({ kind: "item.restore", item });
const archive = (item: GroceryItem) => void outbox.submit({ kind: "item.archive", item });
const leave = (item: GroceryItem, outcome: Outcome) =>
  void outbox.submit({ kind: "item.outcome", itemId: item.id, outcome, item });

/** Records that an item was used up or thrown away. */
export function useRecordOutcome(): (item: GroceryItem, outcome: Outcome) => void {
  const common = useCommon();
  const t = useItemsStrings();
  return useCallback(
    (item, outcome) => {
      leave(item, outcome);
      const title = outcome === "used" ? t.usedToast : t.tossedToast;
      showUndo(
        `items.${outcome}`,
        (n) => title(n, item.name),
        common.undo,
        () => restore(item),
      );
    },
    [common, t],
  );
}

/** Records the outcome of an item that is archived or deleted: the server takes one of active items only. */
function useCorrectOutcome(): (item: GroceryItem, outcome: Outcome) => void {
  const recordOutcome = useRecordOutcome();
  return useCallback(
    (item, outcome) => {
      restore(item);
      recordOutcome(item, outcome);
    },
    [recordOutcome],
  );
}

/** Archives an item. */
export function useArchiveItem(): (item: GroceryItem) => void {
  const common = useCommon();
  const t = useItemsStrings();
  const correctOutcome = useCorrectOutcome();
  return useCallback(
    (item) => {
      archive(item);
      showUndo(
        "items.archive",
        (n) => t.archivedToast(n, item.name),
        common.undo,
        () => restore(item),
        undefined,
        // Archiving does not count in the statistics; outcomes do.
        [
          { label: t.wasUsed, run: () => correctOutcome(item, "used") },
          { label: t.wasTossed, run: () => correctOutcome(item, "tossed") },
        ],
      );
    },
    [common, t, correctOutcome],
  );
}

/** Deletes an item. */
export function useDeleteItem(): (item: GroceryItem) => void {
  const common = useCommon();
  const t = useItemsStrings();
  const correctOutcome = useCorrectOutcome();
  return useCallback(
    (item) => {
      void outbox.submit({ kind: "item.delete", item });
      showUndo(
        "items.delete",
        (n) => t.deletedToast(n, item.name),
        common.undo,
        () => restore(item),
        undefined,
        // Deleting is for mistakes and counts nowhere; food that went into the bin counts.
        [{ label: t.wasTossed, run: () => correctOutcome(item, "tossed") }],
      );
    },
    [common, t, correctOutcome],
  );
}

/** Applies a change to several items, with one undo for all of them. */
function useLeaveAll(): (
  items: readonly GroceryItem[],
  change: (item: GroceryItem) => void,
  title: (count: number, name: string) => string,
) => void {
  const common = useCommon();
  return useCallback(
    (items, change, title) => {
      items.forEach(change);
      showUndo(
        `items.several.${newId()}`,
        () => title(items.length, items[0]?.name ?? ""),
        common.undo,
        () => items.forEach(restore),
      );
    },
    [common],
  );
}

/** Records that several items were used up or thrown away. */
export function useRecordOutcomes(): (items: readonly GroceryItem[], outcome: Outcome) => void {
  const t = useItemsStrings();
  const leaveAll = useLeaveAll();
  return useCallback(
    (items, outcome) =>
      leaveAll(items, (item) => leave(item, outcome), outcome === "used" ? t.usedToast : t.tossedToast),
    [t, leaveAll],
  );
}

/** Archives several items. */
export function useArchiveItems(): (items: readonly GroceryItem[]) => void {
  const t = useItemsStrings();
  const leaveAll = useLeaveAll();
  return useCallback((items) => leaveAll(items, archive, t.archivedToast), [t, leaveAll]);
}

/** Deletes the shown items of a status. */
export function useDeleteItems(): (items: readonly GroceryItem[], status: "all" | GroceryItem["status"]) => void {
  const common = useCommon();
  const t = useItemsStrings();
  return useCallback(
    (items, status) => {
      // The answer names the items that were deleted, and undo restores only those. Until the server has answered, undo
      // restores all of them.
      let deleted: ReadonlySet<string> | undefined;
      void outbox
        .submit<{ ids: readonly string[] }>({ kind: "items.deleteByStatus", status, ids: items.map(({ id }) => id) })
        .then(
          ({ ids }) => (deleted = new Set(ids)),
          () => (deleted = new Set()),
        );
      showUndo(
        "items.delete-all",
        () => t.deletedAllToast(items.length),
        common.undo,
        () => {
          for (const item of items) if (deleted?.has(item.id) ?? true) restore(item);
        },
      );
    },
    [common, t],
  );
}
