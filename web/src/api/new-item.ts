import { auth } from "../lib/auth/auth";
import { expiryAfter, freshnessAt } from "../lib/domain/freshness";
import { newId } from "../lib/state/ids";
import type { GroceryItem, ShoppingListItem } from "./types";

type RequiredOf<T, Field extends keyof T> = Partial<T> & Pick<T, Field>;

/** Returns a new active item with these values. Without an expiry date, it expires after its shelf life from `now`. */
export function newItem(
  values: RequiredOf<GroceryItem, "name" | "category" | "quantity" | "unit" | "shelfLifeDays">,
  now: Date,
): GroceryItem {
  const item = {
    id: newId(),
    userId: auth.state().uid ?? "",
    scanSessionId: null,
    createdAt: now.toISOString(),
    expiresAt: expiryAfter(values.shelfLifeDays, now),
    itemStatus: "active",
    ...values,
  } as const;
  return { ...item, status: freshnessAt(item, now) };
}

/** Returns a new pending row of the shopping list with these values. */
export function newListItem(
  values: RequiredOf<ShoppingListItem, "name" | "category" | "quantity" | "unit">,
  now: Date,
): ShoppingListItem {
  return {
    id: newId(),
    userId: auth.state().uid ?? "",
    notes: "",
    isCompleted: false,
    addedAt: now.toISOString(),
    completedAt: null,
    version: 1,
    ...values,
  };
}
