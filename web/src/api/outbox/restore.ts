import type { GroceryItem } from "../types";
import { outbox } from "./outbox";
import type { QueuedChange } from "./rows";

/** Returns the item of a change that failed because the item is archived or deleted; undefined for other failures. */
export function restorableItem({ change, aside: failure }: QueuedChange): GroceryItem | undefined {
  return failure?.code === "item_not_active" && (change.kind === "item.update" || change.kind === "item.state")
    ? change.item
    : undefined;
}

/** Restores the item of a failed change, then sends the change again. */
export async function restoreAndSendAgain(row: QueuedChange): Promise<void> {
  const item = restorableItem(row);
  if (item) void outbox.submit({ kind: "item.restore", item: { ...item, itemStatus: "active" } });
  await outbox.sendAgain(row.key);
}
