import type { GroceryItem, ShoppingListItem } from "../../../api/types";
import { itemCategory } from "../../../lib/domain/catalogue";
import { sameFoodKey, type FoodKey } from "../../../lib/domain/food-name";
import { listLinesOf, type ListLine } from "../list/list-lines";

/** A row that was ticked longer ago belongs to an earlier trip. */
const MAX_TRIP_MS = 12 * 3_600_000;
/** The tick of a row and its item are two requests, in either order. */
const TOLERANCE_MS = 10 * 60_000;

/**
 * Returns the lines of this trip that are not in the larder yet, in the order of the list. A line is in it if an item
 * of its name was added since, by a swipe or a receipt.
 */
export function notPutAway(
  list: readonly ShoppingListItem[],
  items: readonly GroceryItem[],
  aisles: readonly string[],
  now: Date,
): ListLine[] {
  const lastAdded = new Map<FoodKey, number>();
  for (const { name, createdAt } of items) {
    const key = sameFoodKey(name);
    lastAdded.set(key, Math.max(lastAdded.get(key) ?? 0, Date.parse(createdAt)));
  }
  const isMissing = ({ isCompleted, completedAt, name }: ShoppingListItem) => {
    if (!isCompleted || !completedAt) return false;
    const completed = Date.parse(completedAt);
    return (
      now.getTime() - completed < MAX_TRIP_MS && (lastAdded.get(sameFoodKey(name)) ?? 0) < completed - TOLERANCE_MS
    );
  };
  return listLinesOf(list.filter(isMissing), aisles);
}

/** Returns false for household products, which do not spoil. */
export function isFood({ category }: ListLine): boolean {
  return itemCategory(category) !== "Household";
}
