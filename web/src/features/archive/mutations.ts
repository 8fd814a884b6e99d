/** Mutations of archived and deleted items, each with its undo. The app announces refused changes. */
import { outbox } from "../../api/outbox/outbox";
import type { GroceryItem, Outcome } from "../../api/types";
import { newId } from "../../lib/state/ids";
import { checkCapacity } from "../../ui/mutations/capacity";
import { showUndo } from "../../ui/toasts";
import { archiveStrings } from "virtual:strings/archive";

const submitRestore = (item: GroceryItem) => void outbox.submit({ kind: "item.restore", item });
const submitOutcome = (item: GroceryItem, outcome: Outcome) =>
  void outbox.submit({ kind: "item.outcome", itemId: item.id, outcome, item });

/** Archives or deletes a restored item again, with its outcome. */
function undoRestore(item: GroceryItem): void {
  if (item.outcome) submitOutcome(item, item.outcome);
  else void outbox.submit({ kind: item.itemStatus === "archived" ? "item.archive" : "item.delete", item });
}

/** Restores an item. Returns false if the larder is full. */
export function restoreItem(item: GroceryItem): boolean {
  if (!checkCapacity(1)) return false;
  submitRestore(item);
  showUndo(
    "archive.restore",
    (n) => archiveStrings().restored(n, item.name),
    () => undoRestore(item),
  );
  return true;
}

/** Restores several items, with one undo for all of them. */
export function restoreItems(items: readonly GroceryItem[]): void {
  if (!checkCapacity(items.length)) return;
  items.forEach(submitRestore);
  showUndo(
    `archive.several.${newId()}`,
    () => archiveStrings().restored(items.length, items[0]?.name ?? ""),
    () => items.forEach(undoRestore),
  );
}

/** Records that several items were used up or thrown away, with one undo for all of them. */
export function recordOutcomes(items: readonly GroceryItem[], outcome: Outcome): void {
  const t = archiveStrings();
  const changed = items.filter((item) => item.outcome !== outcome);
  for (const item of changed) {
    // The server accepts outcomes of active items only.
    submitRestore(item);
    submitOutcome(item, outcome);
  }
  const title = outcome === "used" ? t.usedToast : t.tossedToast;
  showUndo(
    `archive.several.${newId()}`,
    () => title(items.length, items[0]?.name ?? ""),
    () => {
      for (const item of changed) {
        submitRestore(item);
        undoRestore(item);
      }
    },
  );
}
