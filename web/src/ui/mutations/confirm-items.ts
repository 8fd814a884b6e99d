import { outbox } from "../../api/outbox/outbox";
import type { GroceryItem } from "../../api/types";

/** Marks items as checked of which the reader was unsure. */
export function confirmItems(items: readonly GroceryItem[]): void {
  for (const item of items) void outbox.submit({ kind: "item.update", item: { ...item, confidence: 1 }, fields: {} });
}
