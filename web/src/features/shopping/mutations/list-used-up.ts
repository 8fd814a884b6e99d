import { outbox } from "../../../api/outbox/outbox";
import type { GroceryItem } from "../../../api/types";
import { auth } from "../../../lib/auth/auth";
import { newId } from "../../../lib/state/ids";
import { loadCatalogue, type Catalogue } from "../../../lib/domain/products";
import { usedUpRow } from "../used-up-row";
import { removeRow } from "./rows";

/** The row that using something up put on the list, by item, while it can be taken back. */
const rows = new Map<string, string>();

async function listUsedUpItem(item: GroceryItem): Promise<void> {
  const catalogue = await loadCatalogue().catch((): Catalogue => new Map());
  const row = usedUpRow(item, catalogue, newId(), auth.state().uid ?? "", new Date());
  rows.set(item.id, row.id);
  void outbox.submit({ kind: "list.add", item: row });
}

/** Puts an item that was used up on the list. */
export const useListUsedUpItem = (): typeof listUsedUpItem => listUsedUpItem;

function unlistUsedUpItem(itemId: string): void {
  const row = rows.get(itemId);
  rows.delete(itemId);
  if (row !== undefined) removeRow(row);
}

/** Takes an item off the list again that was put there when it was used up. */
export const useUnlistUsedUpItem = (): typeof unlistUsedUpItem => unlistUsedUpItem;
