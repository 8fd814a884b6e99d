/**
 * The client as a device of the simulation runs it: all of it that keeps, sends and moves a larder, without the
 * screens.
 */
import { itemsQuery, keys, shoppingListQuery } from "../src/api/cached/queries";
import { queryClient, startQueryCache } from "../src/api/cached/query-client";
import { ask, collect, confirmLink, endDevice, makeRecoveryCode, openLink, recover } from "../src/api/household/calls";
import { enter, leave, sendWaiting, startOver } from "../src/api/household/moves";
import { request } from "../src/api/client";
import { outbox } from "../src/api/outbox/outbox";
import { overlayItems, overlayShoppingList } from "../src/api/outbox/overlay";
import { auth } from "../src/lib/auth/auth";
import { claim, signInWithCustomToken } from "../src/lib/auth/custom-token";
import { readSession } from "../src/lib/auth/session";
import type { GroceryItem, ShoppingListItem } from "../src/api/types";

async function start(): Promise<void> {
  await startQueryCache();
  auth.start();
  await outbox.start();
}

/** Asks the server, as a screen does that is opened. */
async function look(): Promise<void> {
  await Promise.all([
    queryClient.fetchQuery({ ...itemsQuery(), staleTime: 0 }),
    queryClient.fetchQuery({ ...shoppingListQuery(), staleTime: 0 }),
  ]);
}

/** Returns what the screens show. */
function seen(): { items: readonly GroceryItem[]; list: readonly ShoppingListItem[] } {
  const over = <T>(
    key: readonly string[],
    lay: (list: readonly T[], row: ReturnType<typeof outbox.pending>[number]) => readonly T[],
  ) => outbox.pending().reduce(lay, queryClient.getQueryData<readonly T[]>(key) ?? []);
  return { items: over(keys.items, overlayItems), list: over(keys.shoppingList, overlayShoppingList) };
}

const self = () => claim(readSession()?.idToken, "device");

async function join(ticket: string, along: "everything" | "nothing"): Promise<boolean> {
  const { customToken } = await collect(ticket);
  if (!customToken) return false;
  await enterBy(customToken, along);
  return true;
}

async function enterBy(customToken: string, along: "everything" | "nothing"): Promise<void> {
  const tokens = await signInWithCustomToken(customToken, Date.now);
  await sendWaiting();
  await enter(tokens, { along });
}

export const client = {
  start,
  look,
  seen,
  self,
  join,
  enterBy,
  auth,
  outbox,
  ask,
  confirmLink,
  openLink,
  makeRecoveryCode,
  recover,
  leave,
  startOver,
  endDevice,
  request,
};
export type Client = typeof client;
