import { auth } from "../../lib/auth/auth";
import { replacedAccount } from "../../lib/auth/session";
import { saveSettings } from "../settings/save-settings";
import { cacheStore } from "./cache-store";
import { outbox } from "../outbox/outbox";
import type { OwnPlace } from "../../lib/domain/places";
import type { GroceryItem, Preferences, ShoppingListItem } from "../types";

/** The lists, as last shown on this device, of an account that the server deleted. */
export interface Remembered {
  readonly uid: string;
  readonly items: readonly GroceryItem[];
  readonly list: readonly ShoppingListItem[];
  readonly places: readonly OwnPlace[];
}

export async function readRemembered(uid: string): Promise<Remembered> {
  const queries = await cacheStore.read(uid, Date.now());
  const dataOf = <T>(key: string) => queries.find(({ queryKey }) => queryKey.join("/") === key)?.data as T | undefined;
  return {
    uid,
    items: (dataOf<readonly GroceryItem[]>("items") ?? []).filter(({ itemStatus }) => itemStatus === "active"),
    list: dataOf<readonly ShoppingListItem[]>("shopping-list") ?? [],
    places: dataOf<Preferences>("preferences")?.places ?? [],
  };
}

/**
 * Adds the remembered data to the current account, and deletes it once all changes are stored. Keeps the ids, so that a
 * second attempt adds nothing.
 */
export async function restoreRemembered(remembered: Remembered): Promise<void> {
  const { items, list, places } = remembered;
  const userId = auth.state().uid ?? "";
  for (const changedPlace of places) saveSettings({ changedPlace });
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
