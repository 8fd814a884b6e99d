import type { GroceryItem, ShoppingListItem } from "../../api/types";
import { itemCategory } from "../../lib/domain/catalogue";
import { sameFoodKey } from "../../lib/domain/food-name";
import { listLinesOf, type ListLine } from "./list-lines";

/** A row checked off earlier than this belongs to another trip. */
const TRIP_MS = 12 * 3_600_000;
/** Checking off and putting into the larder are two requests, in either order. */
const SLACK_MS = 10 * 60_000;

/**
 * Returns the lines of this trip that are not in the larder yet, in the order of the list: a row that was swiped, or
 * that a receipt has brought since, is there already.
 */
export function notPutAway(
  list: readonly ShoppingListItem[],
  items: readonly GroceryItem[],
  aisles: readonly string[],
  now: Date,
): ListLine[] {
  const brought = new Map<string, number>();
  for (const { name, createdAt } of items) {
    const key = sameFoodKey(name);
    brought.set(key, Math.max(brought.get(key) ?? 0, Date.parse(createdAt)));
  }
  const isOpen = ({ isCompleted, completedAt, name }: ShoppingListItem) => {
    if (!isCompleted || !completedAt) return false;
    const at = Date.parse(completedAt);
    return now.getTime() - at < TRIP_MS && (brought.get(sameFoodKey(name)) ?? 0) < at - SLACK_MS;
  };
  return listLinesOf(list.filter(isOpen), aisles);
}

/** Soap and foil are bought, but do not spoil. */
export function isFood({ category }: ListLine): boolean {
  return itemCategory(category) !== "Household";
}
