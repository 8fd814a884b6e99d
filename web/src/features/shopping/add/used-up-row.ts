import type { GroceryItem, ShoppingListItem } from "../../../api/types";
import { DEFAULT_UNIT, aisleOf } from "../../../lib/domain/catalogue";
import { sameFoodKey } from "../../../lib/domain/food-name";
import { productNamed, type Catalogue } from "../../../lib/domain/products";

/** Returns true if the larder has no other item of this name. */
export function isLastOf(item: GroceryItem, items: readonly GroceryItem[]): boolean {
  return !items.some((other) => other.id !== item.id && sameFoodKey(other.name) === sameFoodKey(item.name));
}

/** Returns true if no pending row of the list has the item's name. */
export function isMissing(item: GroceryItem, list: readonly ShoppingListItem[]): boolean {
  return !list.some((row) => !row.isCompleted && sameFoodKey(row.name) === sameFoodKey(item.name));
}

/** Returns the row of the list for a used-up item, with quantity 1. */
export function usedUpRow(
  item: GroceryItem,
  catalogue: Catalogue,
  id: string,
  userId: string,
  now: Date,
): ShoppingListItem {
  const known = productNamed(item.name, catalogue);
  return {
    id,
    userId,
    name: item.name,
    category: known?.category ?? aisleOf(item.category),
    quantity: 1,
    unit: item.unit || DEFAULT_UNIT,
    notes: "",
    isCompleted: false,
    addedAt: now.toISOString(),
    completedAt: null,
    version: 1,
  };
}
