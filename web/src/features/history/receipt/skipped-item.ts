import { newItem } from "../../../api/new-item";
import type { GroceryItem, Receipt, SkippedLine } from "../../../api/types";
import { endOfDayAfter, purchaseDay } from "../../../lib/domain/freshness";
import { derivedId } from "../../../lib/state/derived-id";

/** Returns the item for a skipped line. Its id depends only on the line, so that adding it twice adds one item. */
export function skippedItem(receipt: Receipt, line: SkippedLine, index: number, now: Date): GroceryItem {
  const { name, category, quantity, unit, shelfLifeDays, price } = line;
  const values = {
    ...{ name, category, quantity, unit, shelfLifeDays },
    id: derivedId(receipt.id, index),
    scanSessionId: receipt.id,
    expiresAt: endOfDayAfter(purchaseDay(receipt), shelfLifeDays),
    ...(price !== undefined && { price, currency: receipt.currency ?? null }),
  };
  return newItem(values, now);
}
