import type { OwnPlace } from "../../lib/domain/places";
import { freshnessAt } from "../../lib/domain/freshness";
import type { GroceryItem, Preferences, Schemas, ShoppingListItem } from "../types";
import type { QueuedChange } from "./rows";

/**
 * Applies waiting changes to the lists. The query cache keeps the server's response and the changes are applied on every
 * read, so removing a refused change undoes it, and a refetch does not lose waiting ones.
 */
function without<T extends { id: string }>(list: readonly T[], id: string): T[] {
  return list.filter((entry) => entry.id !== id);
}

function put<T extends { id: string }>(list: readonly T[], entry: T): T[] {
  return list.some((other) => other.id === entry.id)
    ? list.map((other) => (other.id === entry.id ? entry : other))
    : [...list, entry];
}

/** Returns an item with the fields of a change. Other fields keep the values of other devices. */
function changed(item: GroceryItem, fields: Partial<GroceryItem>, at: Date): GroceryItem {
  const { expiresAt = item.expiresAt } = fields;
  // A new expiry time removes the chosen day and the reason of the old one.
  const cleared = expiresAt === item.expiresAt ? {} : { expiresOn: null, expiryReason: null };
  const after = { ...item, ...cleared, ...fields, version: undefined };
  return { ...after, status: freshnessAt(after, at) };
}

/** Returns an edited item. As on the server, an edit of a receipt line confirms it. */
function edited(item: GroceryItem, fields: Partial<GroceryItem>, at: Date): GroceryItem {
  const after = changed(item, fields, at);
  return typeof item.confidence === "number" ? { ...after, confidence: 1 } : after;
}

/** The fields that an `item.state` change can set, in addition to storage and date. */
const STATE = [
  "place",
  "expiresOn",
  "openedAt",
  "frozenAt",
  "thawedAt",
  "expiresBeforeFreezing",
  "expiryReason",
  "left",
  "guide",
] as const satisfies readonly (keyof GroceryItem)[];

function stateFields(item: GroceryItem): Partial<GroceryItem> {
  const { storage, expiresAt } = item;
  return { storage, expiresAt, ...Object.fromEntries(STATE.map((field) => [field, item[field] ?? null])) };
}

export function overlayItems(items: readonly GroceryItem[], { change, at }: QueuedChange): readonly GroceryItem[] {
  switch (change.kind) {
    case "item.create":
    case "item.restore":
      return put(items, {
        ...change.item,
        itemStatus: "active",
        outcome: null,
        status: freshnessAt(change.item, new Date(at)),
      });
    case "item.update": {
      const { quantityDelta = 0, ...fields } = change.fields;
      return items.flatMap((item) => {
        if (item.id !== change.item.id) return [item];
        // Rounded to thousandths, as on the server. An item with none left is archived.
        const quantity = Math.round((item.quantity + quantityDelta) * 1_000) / 1_000;
        return quantity > 0
          ? [edited(item, { ...(quantityDelta !== 0 && { quantity }), ...fields }, new Date(at))]
          : [];
      });
    }
    case "item.state":
      return items.map((item) =>
        item.id === change.item.id ? changed(item, stateFields(change.item), new Date(at)) : item,
      );
    case "item.archive":
    case "item.delete":
      return without(items, change.item.id);
    case "item.outcome":
      return without(items, change.itemId);
    case "items.deleteByStatus":
      return items.filter((item) => !change.ids.includes(item.id));
    default:
      return items;
  }
}

export function overlayArchived(items: readonly GroceryItem[], { change }: QueuedChange): readonly GroceryItem[] {
  switch (change.kind) {
    case "item.archive":
      return put(items, { ...change.item, itemStatus: "archived" });
    case "item.delete":
      return put(items, { ...change.item, itemStatus: "deleted" });
    case "item.outcome":
      return change.item
        ? put(items, {
            ...change.item,
            itemStatus: change.outcome === "used" ? "archived" : "deleted",
            outcome: change.outcome,
          })
        : items;
    case "item.restore":
    case "item.create":
      return without(items, change.item.id);
    default:
      return items;
  }
}

function editedRow(
  item: ShoppingListItem,
  { name, category, quantity, unit, notes }: Schemas["ListItemChange"],
): ShoppingListItem {
  return {
    ...item,
    name: name ?? item.name,
    category: category ?? item.category,
    quantity: quantity ?? item.quantity,
    unit: unit ?? item.unit,
    notes: notes ?? item.notes ?? null,
    version: undefined,
  };
}

export function overlayShoppingList(
  items: readonly ShoppingListItem[],
  { change, at }: QueuedChange,
): readonly ShoppingListItem[] {
  switch (change.kind) {
    case "list.add":
      return change.back
        ? put(items, change.item).sort((a, b) => a.addedAt.localeCompare(b.addedAt))
        : put(items, change.item);
    case "list.toggle":
      // Only the server knows the new version.
      return items.map((item) =>
        item.id === change.id
          ? {
              ...item,
              isCompleted: change.isCompleted,
              completedAt: change.isCompleted ? at : null,
              version: undefined,
            }
          : item,
      );
    case "list.update":
      return items.map((item) => (item.id === change.id ? editedRow(item, change.fields) : item));
    case "list.remove":
      return without(items, change.id);
    case "list.clearCompleted":
    case "list.clearAll":
      return items.filter((item) => !change.ids.includes(item.id));
    default:
      return items;
  }
}

export function overlayPreferences(preferences: Preferences, { change }: QueuedChange): Preferences {
  if (change.kind !== "preferences.update") return preferences;
  const { changedPlace, removedPlace, movedAisles: _, ...values } = change.preferences;
  let places: readonly OwnPlace[] = preferences.places ?? [];
  if (removedPlace !== undefined) places = without(places, removedPlace);
  if (changedPlace) places = put(places, changedPlace);
  return { ...preferences, ...values, ...((changedPlace ?? removedPlace) !== undefined && { places: [...places] }) };
}
