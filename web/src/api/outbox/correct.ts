import { changedFields } from "../item-fields";
import type { GroceryItem, ShoppingListItem } from "../types";
import type { Change } from "./changes";
import { outbox } from "./outbox";
import { restorableItem } from "./restore";
import type { QueuedChange } from "./rows";

type Correctable = GroceryItem | ShoppingListItem;

/**
 * Returns the item or row of the list with the values that the server refused, undefined if there is nothing to
 * correct. `list` is the list without the refused change. A change without a 4xx answer may have been carried out.
 */
export function refusedValues(row: QueuedChange, list: readonly ShoppingListItem[]): Correctable | undefined {
  const { change, aside: failure } = row;
  if (!failure || failure.status < 400 || failure.status >= 500 || restorableItem(row)) return undefined;
  if (change.kind === "item.create" || change.kind === "list.add") return change.item;
  if (change.kind === "item.update") {
    const isEdit = Object.keys(change.fields).some((field) => field !== "quantityDelta");
    return isEdit ? change.item : undefined;
  }
  const shown = change.kind === "list.update" ? list.find(({ id }) => id === change.id) : undefined;
  return shown && change.kind === "list.update" ? ({ ...shown, ...change.fields } as ShoppingListItem) : undefined;
}

/** Sends a refused change again with corrected values. `before` are its refused ones. */
export function sendCorrected<T extends Correctable>(
  { key, change }: QueuedChange,
  before: T,
  after: T,
): Promise<void> {
  return outbox.sendAgain(key, undefined, { ...change, ...correctionOf(change, before, after) } as Change);
}

function correctionOf(change: Change, before: Correctable, after: Correctable): object {
  if (!("fields" in change)) return { item: after };
  if (change.kind === "item.update") {
    const fields = { ...change.fields, ...changedFields(before as GroceryItem, after as GroceryItem) };
    return { item: after, fields };
  }
  const changed = Object.entries(after).filter(([field, value]) => before[field as keyof Correctable] !== value);
  return { fields: { ...change.fields, ...Object.fromEntries(changed) } };
}
