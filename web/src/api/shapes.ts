import { flag, listOf, maybe, number, object, text, type Shape } from "../lib/state/shape";
import type { LearntCode, Preferences, ShoppingListItem } from "./types";

/*
 * The shapes of stored data that screens need. An earlier version of the app may have stored other data.
 */

const maybeText = maybe(text);

/** The shapes of all fields of an entity: a new field does not compile until it has one. */
type Shapes<T> = { readonly [F in keyof T]-?: Shape };

export const shoppingListItem = object({
  id: text,
  userId: maybeText,
  name: text,
  category: text,
  unit: text,
  quantity: number,
  isCompleted: flag,
  addedAt: text,
  completedAt: maybeText,
  notes: maybeText,
  changedBy: maybeText,
  version: maybe(number),
} satisfies Shapes<ShoppingListItem>);

export const learntCode = object({
  code: text,
  name: text,
  category: text,
  unit: text,
  quantity: maybe(number),
} satisfies Shapes<LearntCode>);

/** Each setting of the household, and the others that the server adds. */
export const preferences = object({
  pushNotificationsEnabled: flag,
  notificationTime: text,
  timeZone: maybeText,
  language: maybeText,
  aisles: maybe(listOf(text)),
  places: maybe(listOf(object({ id: text, name: text }))),
  listUsedUp: maybe(flag),
  productLookup: maybe(flag),
  productLookupAllowed: maybe(flag),
  lastDeliveredAt: maybeText,
  lastNotificationCheck: maybeText,
} satisfies Shapes<Preferences>);
export const scanSession = object({ id: text, scannedAt: text, itemCount: number });
export const uploadLimit = object({ remainingUploads: number, monthlyLimit: number });
export const statistics = object({
  weeks: listOf(object({ monday: text, used: number, tossed: number, expired: number })),
});
export const household = object({ devices: listOf(object({ id: text, name: text })) });
