import type { OwnPlace } from "../../lib/domain/places";
import { freshnessAt } from "../../lib/domain/freshness";
import type { GroceryItem, Preferences, Schemas, ShoppingListItem } from "../types";
import type { QueuedChange } from "./rows";

/**
 * Applies waiting changes to the lists. The server's answer stays untouched in the query cache and the changes are
 * applied on every read, so a refused change is undone by dropping it, and a refetch in between loses nothing.
 */
function without<T extends { id: string }>(list: readonly T[], id: string): T[] {
  return list.filter((entry) => entry.id !== id);
}

function put<T extends { id: string }>(list: readonly T[], entry: T): T[] {
  return list.some((other) => other.id === entry.id)
    ? list.map((other) => (other.id === entry.id ? entry : other))
    : [...list, entry];
}

/** Returns an item with the fields that a change names; what another device did to the others stays. */
function changed(item: GroceryItem, fields: Partial<GroceryItem>, at: Date): GroceryItem {
  const { expiresAt = item.expiresAt } = fields;
  // A new moment without a day removes the picked day, and the reason of the old date.
  const moved = expiresAt === item.expiresAt ? {} : { expiresOn: null, expiryReason: null };
  return { ...item, ...moved, ...fields, version: undefined, status: freshnessAt(expiresAt, at) };
}

/** Returns an edited item. An edit of a receipt line counts as a check of it, as on the server. */
function edited(item: GroceryItem, fields: Partial<GroceryItem>, at: Date): GroceryItem {
  const after = changed(item, fields, at);
  return typeof item.confidence === "number" ? { ...after, confidence: 1 } : after;
}

/** The fields that opening, freezing and the like can change, in addition to storage and date. */
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
        status: freshnessAt(change.item.expiresAt, new Date(at)),
      });
    case "item.update": {
      const { quantityDelta = 0, ...fields } = change.fields;
      return items.flatMap((item) => {
        if (item.id !== change.item.id) return [item];
        // In thousandths, as the server counts. An item with nothing left is archived.
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

function corrected(
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
      // Only the server knows the version that this makes.
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
      return items.map((item) => (item.id === change.id ? corrected(item, change.fields) : item));
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
