/** Mutations that remove active items from the larder, each with its undo. The app announces refused changes. */
import { outbox } from "../../../api/outbox/outbox";
import type { GroceryItem, Outcome } from "../../../api/types";
import { newId } from "../../../lib/state/ids";
import { showUndo } from "../../../ui/toasts";
import { itemsStrings } from "virtual:strings/items";

const restore = (item: GroceryItem) => void outbox.submit({ kind: "item.restore", item });
const submitArchive = (item: GroceryItem) => void outbox.submit({ kind: "item.archive", item });
const submitOutcome = (item: GroceryItem, outcome: Outcome) =>
  void outbox.submit({ kind: "item.outcome", itemId: item.id, outcome, item });

/** Records that an item was used up or thrown away. */
export function recordOutcome(item: GroceryItem, outcome: Outcome): void {
  const t = itemsStrings();
  const title = outcome === "used" ? t.usedToast : t.tossedToast;
  submitOutcome(item, outcome);
  showUndo(
    `items.${outcome}`,
    (n) => title(n, item.name),
    () => restore(item),
  );
}

/**
 * Records the outcome of an archived or deleted item. It is restored first: the server accepts outcomes of active items
 * only.
 */
function correctOutcome(item: GroceryItem, outcome: Outcome): void {
  restore(item);
  recordOutcome(item, outcome);
}

/** Archives an item. */
export function archiveItem(item: GroceryItem): void {
  const t = itemsStrings();
  submitArchive(item);
  showUndo(
    "items.archive",
    (n) => t.archivedToast(n, item.name),
    () => restore(item),
    {
      // The statistics count outcomes, but not archiving.
      choices: [
        { label: t.wasUsed, run: () => correctOutcome(item, "used") },
        { label: t.wasTossed, run: () => correctOutcome(item, "tossed") },
      ],
    },
  );
}

/** Deletes an item. */
export function deleteItem(item: GroceryItem): void {
  const t = itemsStrings();
  void outbox.submit({ kind: "item.delete", item });
  showUndo(
    "items.delete",
    (n) => t.deletedToast(n, item.name),
    () => restore(item),
    // Deleting corrects a mistake and is not in the statistics; food that was thrown away is.
    { choices: [{ label: t.wasTossed, run: () => correctOutcome(item, "tossed") }] },
  );
}

/** Offers one undo for all of several removed items. */
function showUndoForAll(items: readonly GroceryItem[], title: (count: number, name: string) => string): void {
  showUndo(
    `items.several.${newId()}`,
    () => title(items.length, items[0]?.name ?? ""),
    () => items.forEach(restore),
  );
}

/** Records that several items were used up or thrown away. */
export function recordOutcomes(items: readonly GroceryItem[], outcome: Outcome): void {
  const t = itemsStrings();
  for (const item of items) submitOutcome(item, outcome);
  showUndoForAll(items, outcome === "used" ? t.usedToast : t.tossedToast);
}

/** Archives several items. */
export function archiveItems(items: readonly GroceryItem[]): void {
  items.forEach(submitArchive);
  showUndoForAll(items, itemsStrings().archivedToast);
}

/** Deletes the given items of a status. */
export function deleteItems(items: readonly GroceryItem[], status: "all" | GroceryItem["status"]): void {
  // The server returns the items that it deleted, and undo restores only those; before that, undo restores all of them.
  let deleted: ReadonlySet<string> | undefined;
  void outbox
    .submit<{ ids: readonly string[] }>({ kind: "items.deleteByStatus", status, ids: items.map(({ id }) => id) })
    .then(
      ({ ids }) => (deleted = new Set(ids)),
      () => (deleted = new Set()),
    );
  showUndo(
    "items.delete-all",
    (n) => itemsStrings().deletedAllToast(n),
    () => {
      for (const item of items) if (deleted?.has(item.id) ?? true) restore(item);
    },
    { count: items.length },
  );
}
