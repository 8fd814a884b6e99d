import { useState } from "react";
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
  isRemoved: boolean;
  area: PhotoArea | undefined;
}

/** Returns true for a line of which the reader was unsure. */
export function needsCheck({ item, isRemoved }: ReceiptLine): boolean {
  return !isRemoved && isUnsure(item);
}

/** Returns the ids of a scan's items: the uncertain ones first, the least certain of them at the top. */
export function orderOf(items: readonly GroceryItem[]): readonly string[] {
  const rank = (item: GroceryItem) => (isUnsure(item) ? (item.confidence ?? 1) : 1);
  return [...items].sort((a, b) => rank(a) - rank(b)).map(({ id }) => id);
}

/** Returns the lines of a receipt in the given order: the items of the scan, each in its current version. */
export function receiptLinesOf(
  items: readonly GroceryItem[],
  order: readonly string[],
  active: readonly GroceryItem[] | undefined,
  archived: readonly GroceryItem[] | undefined,
  receipt: Pick<Receipt, "lines"> | undefined,
): readonly ReceiptLine[] {
  const current = new Map(active?.map((item) => [item.id, item]));
  const gone = new Map(archived?.map((item) => [item.id, item]));
  const areas = new Map(receipt?.lines.map(({ itemId, place }) => [itemId, place ?? undefined]));
  // Items that the user added from skipped lines are shown there.
  const isRead = ({ id, scanSessionId }: GroceryItem) => !scanSessionId || !isDerivedFrom(id, scanSessionId);
  const lines = items.filter(isRead).map((read) => {
    const item = current.get(read.id) ?? gone.get(read.id) ?? read;
    const isRemoved = active === undefined ? read.itemStatus !== "active" : !current.has(read.id);
    return { item, isRemoved, area: areas.get(read.id) };
  });
  return lines.sort((a, b) => order.indexOf(a.item.id) - order.indexOf(b.item.id));
}

/** Loads a receipt, and returns its lines, which keep their order while they are checked. */
export function useReceipt(id: string) {
  const receipt = useQuery(receiptQuery(id));
  const items = useQuery(sessionItemsQuery(id));
  const { data: active } = useItems();
  const { data: archived } = useArchived();
  const [order, setOrder] = useState<readonly string[]>();
  if (items.data && !order) setOrder(orderOf(items.data));
  const refetch = () => void Promise.all([receipt.refetch(), items.refetch()]);
  const lines = items.data && receiptLinesOf(items.data, order ?? [], active, archived, receipt.data);
  return { receipt, items, lines, refetch };
}
