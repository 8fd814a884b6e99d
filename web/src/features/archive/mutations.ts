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
const leave = (item: GroceryItem, outcome: Outcome) =>
  void outbox.submit({ kind: "item.outcome", itemId: item.id, outcome, item });

/** The server's limit of active items. */
const MAX_ACTIVE = 1_000;

/** Returns true if so many items can be active besides those that are; says what to do where they cannot. */
function hasRoom(more: number, t: ReturnType<typeof useArchiveStrings>): boolean {
  const active = outbox
    .pending()
    .reduce(overlayItems, queryClient.getQueryData<readonly GroceryItem[]>(keys.items) ?? []);
  const room = MAX_ACTIVE - active.length;
  if (more <= room) return true;
  showToast({ tone: "danger", title: t.noRoom(more), text: t.noRoomText(Math.max(0, room)) });
  return false;
}

/** Takes a restored item out of the larder again as it was, with its outcome. */
function leaveAgain(item: GroceryItem): void {
  if (item.outcome) leave(item, item.outcome);
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
        () => leaveAgain(item),
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
        () => items.forEach(leaveAgain),
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
        leave(item, outcome);
      }
      const title = outcome === "used" ? t.usedToast : t.tossedToast;
      showUndo(
        `archive.several.${newId()}`,
        () => title(items.length, items[0]?.name ?? ""),
        common.undo,
        () => {
          for (const item of changed) {
            restore(item);
            leaveAgain(item);
          }
        },
      );
    },
    [common, t],
  );
}
