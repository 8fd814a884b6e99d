import { useCallback } from "react";
import { outbox } from "../../api/outbox/outbox";
import { overlayItems } from "../../api/outbox/overlay";
import { keys } from "../../api/cached/queries";
import { queryClient } from "../../api/cached/query-client";
import type { GroceryItem, Outcome } from "../../api/types";
import { newId } from "../../lib/state/ids";
import { useCommon } from "../../ui/strings";
import { showToast, showUndo } from "../../ui/toasts";
import { useArchiveStrings } from "virtual:strings/archive";

/** Mutations of archived and deleted items, each with its undo. The app announces refused changes. */
const restore = (item: GroceryItem) => void outbox.submit({ kind: "item.restore", item });
const recordOutcome = (item: GroceryItem, outcome: Outcome) =>
  void outbox.submit({ kind: "item.outcome", itemId: item.id, outcome, item });

/** The server's limit of active items. */
const MAX_ACTIVE = 1_000;

/** Returns true if so many more items can be active; shows a message otherwise. */
function hasRoom(more: number, t: ReturnType<typeof useArchiveStrings>): boolean {
  const active = outbox
    .pending()
    .reduce(overlayItems, queryClient.getQueryData<readonly GroceryItem[]>(keys.items) ?? []);
  const room = MAX_ACTIVE - active.length;
  if (more <= room) return true;
  showToast({ tone: "danger", title: t.noRoom(more), text: t.noRoomText(Math.max(0, room)) });
  return false;
}

/** Archives or deletes a restored item again, with its outcome. */
function undoRestore(item: GroceryItem): void {
  if (item.outcome) recordOutcome(item, item.outcome);
  else void outbox.submit({ kind: item.itemStatus === "archived" ? "item.archive" : "item.delete", item });
}

/** Restores an item. */
export function useRestoreItem(): (item: GroceryItem) => void {
  const common = useCommon();
  const t = useArchiveStrings();
  return useCallback(
    (item) => {
      if (!hasRoom(1, t)) return;
      restore(item);
      showUndo(
        "archive.restore",
        (n) => t.restored(n, item.name),
        common.undo,
        () => undoRestore(item),
      );
    },
    [common, t],
  );
}

/** Restores several items, with one undo for all of them. */
export function useRestoreItems(): (items: readonly GroceryItem[]) => void {
  const common = useCommon();
  const t = useArchiveStrings();
  return useCallback(
    (items) => {
      if (!hasRoom(items.length, t)) return;
      items.forEach(restore);
      showUndo(
        `archive.several.${newId()}`,
        () => t.restored(items.length, items[0]?.name ?? ""),
        common.undo,
        () => items.forEach(undoRestore),
      );
    },
    [common, t],
  );
}

/** Records that several items were used up or thrown away, with one undo for all of them. */
export function useRecordOutcomes(): (items: readonly GroceryItem[], outcome: Outcome) => void {
  const common = useCommon();
  const t = useArchiveStrings();
  return useCallback(
    (items, outcome) => {
      const changed = items.filter((item) => item.outcome !== outcome);
      for (const item of changed) {
        // The server takes an outcome of active items only.
        restore(item);
        recordOutcome(item, outcome);
      }
      const title = outcome === "used" ? t.usedToast : t.tossedToast;
      showUndo(
        `archive.several.${newId()}`,
        () => title(items.length, items[0]?.name ?? ""),
        common.undo,
        () => {
          for (const item of changed) {
            restore(item);
            undoRestore(item);
          }
        },
      );
    },
    [common, t],
  );
}
