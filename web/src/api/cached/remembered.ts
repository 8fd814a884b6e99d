import { auth } from "../../lib/auth/auth";
import { replacedAccount } from "../../lib/auth/session";
import { cacheStore } from "./cache-store";
import { outbox } from "../outbox/outbox";
import type { OwnPlace } from "../../lib/domain/places";
import type { GroceryItem, Preferences, ShoppingListItem } from "../types";

/** Data that this device still has of an account that the server deleted: the lists as last shown. */
export interface Remembered {
  readonly uid: string;
  readonly items: readonly GroceryItem[];
  readonly list: readonly ShoppingListItem[];
  readonly places: readonly OwnPlace[];
}

export async function rememberedOf(uid: string): Promise<Remembered> {
  const queries = await cacheStore.read(uid, Date.now());
  const of = <T>(key: string) =>
    (queries.find(({ queryKey }) => queryKey.join("/") === key)?.data ?? []) as readonly T[];
  const preferences = queries.find(({ queryKey }) => queryKey.join("/") === "preferences")?.data as
    Preferences | undefined;
  return {
    uid,
    items: of<GroceryItem>("items").filter(({ itemStatus }) => itemStatus === "active"),
    list: of<ShoppingListItem>("shopping-list"),
    places: preferences?.places ?? [],
  };
}

/**
 * Copies it into the present account. The ids stay, so that a repeat does nothing. It is deleted once all of it is
 * stored.
 */
export async function restoreRemembered(remembered: Remembered): Promise<void> {
  const { items, list, places } = remembered;
  const userId = auth.state().uid ?? "";
  for (const changedPlace of places) void outbox.submit({ kind: "preferences.update", preferences: { changedPlace } });
  for (const item of items) void outbox.submit({ kind: "item.create", item: { ...item, userId, scanSessionId: null } });
  for (const item of list) void outbox.submit({ kind: "list.add", item: { ...item, userId }, back: true });
  await outbox.stored();
  await deleteRemembered(remembered);
}

/** Deletes the remembered data after the user's answer. */
export async function deleteRemembered({ uid }: Remembered): Promise<void> {
  replacedAccount.acknowledge();
  await cacheStore.forget([uid]);
}
