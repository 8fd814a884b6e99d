import { auth } from "../lib/auth/auth";
import { replacedAccount } from "../lib/auth/session";
import { cacheStore } from "./cache-store";
import { outbox } from "./outbox/outbox";
import type { GroceryItem, ShoppingListItem } from "./types";

/** Data that this device still has of an account that the server deleted: the lists as last shown. */
export interface Remembered {
  readonly uid: string;
  readonly items: readonly GroceryItem[];
  readonly list: readonly ShoppingListItem[];
}

export async function rememberedOf(uid: string): Promise<Remembered> {
  const queries = await cacheStore.read(uid, Date.now());
  const of = <T>(key: string) =>
    (queries.find(({ queryKey }) => queryKey.join("/") === key)?.data ?? []) as readonly T[];
  return {
    uid,
    items: of<GroceryItem>("items").filter(({ itemStatus }) => itemStatus === "active"),
    list: of<ShoppingListItem>("shopping-list"),
  };
}

/** Puts it into the present account. The ids stay, so that a second time does nothing. */
export function restoreRemembered({ items, list }: Remembered): void {
  const userId = auth.state().uid ?? "";
  for (const item of items) void outbox.submit({ kind: "item.create", item: { ...item, userId, scanSessionId: null } });
  for (const item of list) void outbox.submit({ kind: "list.add", item: { ...item, userId }, back: true });
}

/** Deletes the remembered data after the user's answer. */
export async function deleteRemembered({ uid }: Remembered): Promise<void> {
  replacedAccount.acknowledge();
  await cacheStore.forget([uid]);
}
