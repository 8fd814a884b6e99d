import { outbox } from "../../../api/outbox/outbox";
import type { GroceryItem } from "../../../api/types";
import { auth } from "../../../lib/auth/auth";
import { newId } from "../../../lib/state/ids";
import { loadCatalogue, type Catalogue } from "../../../lib/domain/products";
import { usedUpRow } from "../used-up-row";
import { removeRow } from "./rows";

/** The ids of the rows that were added for used-up items, by item id. */
const rowIds = new Map<string, string>();

/** Adds a used-up item to the list. */
export async function listUsedUpItem(item: GroceryItem): Promise<void> {
  const catalogue = await loadCatalogue().catch((): Catalogue => new Map());
  const row = usedUpRow(item, catalogue, newId(), auth.state().uid ?? "", new Date());
  rowIds.set(item.id, row.id);
  void outbox.submit({ kind: "list.add", item: row });
}

/** Removes the row that was added when an item was used up. */
export function unlistUsedUpItem(itemId: string): void {
  const rowId = rowIds.get(itemId);
  rowIds.delete(itemId);
  if (rowId !== undefined) removeRow(rowId);
}
