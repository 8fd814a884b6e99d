import { outbox } from "../../../api/outbox/outbox";
import type { GroceryItem } from "../../../api/types";
import { newId } from "../../../lib/state/ids";
import { loadCatalogue, type Catalogue } from "../../../lib/domain/products";
import { usedUpRow } from "../add/used-up-row";
import { removeRow } from "./rows";

/** The list rows of used-up items, by the item's id. A row is added once the catalogue is loaded. */
const rowsByItem = new Map<string, { readonly id: string; isAdded: boolean }>();

/** Adds a used-up item to the list. */
export async function listUsedUpItem(item: GroceryItem): Promise<void> {
  const row = { id: newId(), isAdded: false };
  rowsByItem.set(item.id, row);
  const catalogue = await loadCatalogue().catch((): Catalogue => new Map());
  // The item was restored meanwhile.
  if (rowsByItem.get(item.id) !== row) return;
  row.isAdded = true;
  void outbox.submit({
    kind: "list.add",
    item: usedUpRow(item, catalogue, row.id, new Date()),
  });
}

/** Removes the row that was added when an item was used up. */
export function unlistUsedUpItem(itemId: string): void {
  const row = rowsByItem.get(itemId);
  rowsByItem.delete(itemId);
  if (row?.isAdded) removeRow(row.id);
}
