import { newListItem } from "../../../api/new-item";
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
export function usedUpRow(item: GroceryItem, catalogue: Catalogue, id: string, now: Date): ShoppingListItem {
  const product = productNamed(item.name, catalogue);
  const category = product?.category ?? aisleOf(item.category);
  return newListItem({ id, name: item.name, category, quantity: 1, unit: item.unit || DEFAULT_UNIT }, now);
}
