import * as v from "valibot";
import type { GroceryItem, ShoppingListItem } from "./types";

/**
 * The shapes that screens rely on, for what comes back from disk: an earlier version of the app, or half a write, may
 * have left something else there. Only the fields that are read are asked for; others pass through, so that a newer
 * server's fields survive.
 */
const text = v.string();
const maybeText = v.nullish(text);

export const groceryItem = v.looseObject({
  id: text,
  name: text,
  category: text,
  unit: text,
  quantity: v.number(),
  shelfLifeDays: v.number(),
  createdAt: text,
  expiresAt: text,
  expiresOn: maybeText,
  status: v.picklist(["fresh", "soon", "expired"]),
  itemStatus: v.picklist(["active", "archived", "deleted"]),
  notes: maybeText,
  place: maybeText,
  scanSessionId: maybeText,
}) as unknown as v.GenericSchema<unknown, GroceryItem>;

export const shoppingListItem = v.looseObject({
  id: text,
  name: text,
  category: text,
  unit: text,
  quantity: v.number(),
  isCompleted: v.boolean(),
  addedAt: text,
  completedAt: maybeText,
  notes: maybeText,
}) as unknown as v.GenericSchema<unknown, ShoppingListItem>;

export const learntCode = v.looseObject({ code: text, name: text, category: text, unit: text });
export const preferences = v.looseObject({
  pushNotificationsEnabled: v.boolean(),
  notificationTime: text,
  timeZone: maybeText,
  aisles: v.optional(v.array(text)),
  places: v.optional(v.array(v.looseObject({ id: text, name: text }))),
  listUsedUp: v.optional(v.boolean()),
});
export const scanSession = v.looseObject({ id: text, scannedAt: text, itemCount: v.number() });
export const uploadLimit = v.looseObject({ remainingUploads: v.number(), monthlyLimit: v.number() });
export const statistics = v.looseObject({
  weeks: v.array(v.looseObject({ monday: text, used: v.number(), tossed: v.number(), expired: v.number() })),
});
export const household = v.looseObject({ devices: v.array(v.looseObject({ id: text, name: text })) });
