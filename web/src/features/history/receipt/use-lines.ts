import { useQuery } from "@tanstack/react-query";
import { sessionItemsQuery } from "../../../api/cached/queries";
import { receiptQuery } from "../../../api/receipts/receipt-query";
import type { GroceryItem, PhotoArea, Receipt } from "../../../api/types";
import { useArchived, useItems } from "../../../api/cached/use-data";
import { isDerivedFrom } from "../../../lib/state/derived-id";
import { isUnsure } from "../../../lib/domain/unsure";

/** A line of a receipt, with its item. */
export interface ReceiptLine {
  /** The current item, including unsent changes. */
  item: GroceryItem;
  isLeftOut: boolean;
  isUnsure: boolean;
  area: PhotoArea | undefined;
}

interface ReceiptLines {
  /** The least certain first. */
  unsure: readonly ReceiptLine[];
  /** In the receipt's order. */
  certain: readonly ReceiptLine[];
}

/** Returns the lines of a receipt: the items of the scan, each in its current version. */
export function receiptLinesOf(
  items: readonly GroceryItem[],
  active: readonly GroceryItem[] | undefined,
  archived: readonly GroceryItem[] | undefined,
  receipt: Pick<Receipt, "lines"> | undefined,
): ReceiptLines {
  const current = new Map(active?.map((item) => [item.id, item]));
  const gone = new Map(archived?.map((item) => [item.id, item]));
  const areas = new Map(receipt?.lines.map(({ itemId, place }) => [itemId, place ?? undefined]));
  // Items that the user added from skipped lines are shown there.
  const isRead = ({ id, scanSessionId }: GroceryItem) => !scanSessionId || !isDerivedFrom(id, scanSessionId);
  const lines = items.filter(isRead).map((read) => {
    const item = current.get(read.id) ?? gone.get(read.id) ?? read;
    const isLeftOut = active === undefined ? read.itemStatus !== "active" : !current.has(read.id);
    return { item, isLeftOut, isUnsure: isUnsure(read), area: areas.get(read.id) };
  });
  const confidence = ({ item }: ReceiptLine) => item.confidence ?? 1;
  return {
    unsure: lines.filter((line) => line.isUnsure).sort((a, b) => confidence(a) - confidence(b)),
    certain: lines.filter((line) => !line.isUnsure),
  };
}

export function useReceipt(id: string) {
  const receipt = useQuery(receiptQuery(id));
  const items = useQuery(sessionItemsQuery(id));
  const { data: active } = useItems();
  const { data: archived } = useArchived();
  const refetch = () => void Promise.all([receipt.refetch(), items.refetch()]);
  return { receipt, items, lines: items.data && receiptLinesOf(items.data, active, archived, receipt.data), refetch };
}
