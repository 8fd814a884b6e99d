import type { GroceryItem, LearntCode, Preferences, ShoppingListItem } from "../types";
import { kindOf } from "./kinds";
import type { QueuedChange } from "./rows";

/**
 * Applies waiting changes to the lists. The query cache keeps the server's response and the changes are applied on
 * every read, so removing a refused change undoes it, and a refetch does not lose waiting ones.
 */
type Apply<T> = (data: T, row: QueuedChange) => T;

export const overlayItems: Apply<readonly GroceryItem[]> = (items, { change, at }) =>
  kindOf(change).items?.(items, change, at) ?? items;

export const overlayArchived: Apply<readonly GroceryItem[]> = (items, { change, at }) =>
  kindOf(change).archived?.(items, change, at) ?? items;

export const overlayShoppingList: Apply<readonly ShoppingListItem[]> = (list, { change, at }) =>
  kindOf(change).shoppingList?.(list, change, at) ?? list;

export const overlayPreferences: Apply<Preferences> = (preferences, { change, at }) =>
  kindOf(change).preferences?.(preferences, change, at) ?? preferences;

export const overlayCodes: Apply<readonly LearntCode[]> = (codes, { change, at }) =>
  kindOf(change).codes?.(codes, change, at) ?? codes;
