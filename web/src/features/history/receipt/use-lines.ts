import { useQuery } from "@tanstack/react-query";
import { sessionItemsQuery } from "../../../api/cached/queries";
import { receiptQuery } from "../../../api/receipts/receipt-query";
import type { GroceryItem, PhotoArea, Receipt } from "../../../api/types";
import { useItems } from "../../../api/cached/use-data";
import { isDerivedFrom } from "../../../lib/state/derived-id";
import { isUnsure } from "../../../lib/domain/unsure";

/** A line of a receipt and what was made of it. */
export interface ReceiptLine {
  /** The current item, including waiting changes. */
  item: GroceryItem;
  isLeftOut: boolean;
  isUnsure: boolean;
  place: PhotoArea | undefined;
}

export interface ReceiptLines {
  /** The least certain first. */
  unsure: readonly ReceiptLine[];
  /** In the receipt's order. */
  certain: readonly ReceiptLine[];
}

/** Returns the receipt lines: the scan's items, each in its present version if it is still active. */
export function receiptLinesOf(
  items: readonly GroceryItem[],
  active: readonly GroceryItem[] | undefined,
  receipt: Pick<Receipt, "lines"> | undefined,
): ReceiptLines {
  const now = new Map(active?.map((item) => [item.id, item]));
  const places = new Map(receipt?.lines.map(({ itemId, place }) => [itemId, place ?? undefined]));
  // A line that a person added is shown among the skipped ones.
  const isRead = ({ id, scanSessionId }: GroceryItem) => !scanSessionId || !isDerivedFrom(id, scanSessionId);
  const lines = items.filter(isRead).map((read) => {
    const item = now.get(read.id) ?? read;
    const isLeftOut = active === undefined ? read.itemStatus !== "active" : !now.has(read.id);
    return { item, isLeftOut, isUnsure: isUnsure(read), place: places.get(read.id) };
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
  const refetch = () => void Promise.all([receipt.refetch(), items.refetch()]);
  return { receipt, items, active, lines: items.data && receiptLinesOf(items.data, active, receipt.data), refetch };
}
