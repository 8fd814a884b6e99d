import type { GroceryItem, ShoppingListItem } from "../../src/api/types";

const ADDED = "2026-11-20T10:00:00.000Z";

/** Returns an item of the server. */
export const itemOf = (name: string, more: Partial<GroceryItem> = {}): GroceryItem => ({
  id: name,
  userId: "u",
  scanSessionId: null,
  name,
  category: "Dairy",
  quantity: 1,
  unit: "item",
  shelfLifeDays: 7,
  createdAt: ADDED,
  expiresAt: "2099-11-30T10:00:00.000Z",
  status: "fresh",
  itemStatus: "active",
  ...more,
});

/** Returns a row of the server's shopping list. */
export const rowOf = (name: string, more: Partial<ShoppingListItem> = {}): ShoppingListItem => ({
  id: name,
  userId: "u",
  name,
  category: "Dairy & Eggs",
  quantity: 1,
  unit: "item",
  isCompleted: false,
  addedAt: ADDED,
  completedAt: null,
  notes: "",
  version: 1,
  ...more,
});
