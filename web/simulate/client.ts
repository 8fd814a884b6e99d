/** The client without screens, for a device of the simulation. */
import { itemsQuery, keys, shoppingListQuery } from "../src/api/cached/queries";
import { queryClient, startQueryCache } from "../src/api/cached/query-client";
import { confirmLink, removeDevice, createRecoveryCode, openLink, join as redeem } from "../src/api/household/calls";
import { enterLarder, leaveLarder, sendWaitingChanges, startNewLarder } from "../src/api/household/moves";
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

/** Refetches the lists, as a screen does when it opens. */
async function refetch(): Promise<void> {
  await Promise.all([
    queryClient.fetchQuery({ ...itemsQuery(), staleTime: 0 }),
    queryClient.fetchQuery({ ...shoppingListQuery(), staleTime: 0 }),
  ]);
}

/** Returns the lists with the waiting changes. */
function shown(): { items: readonly GroceryItem[]; list: readonly ShoppingListItem[] } {
  const overlaid = <T>(
    key: readonly string[],
    overlay: (list: readonly T[], row: ReturnType<typeof outbox.pending>[number]) => readonly T[],
  ) => outbox.pending().reduce(overlay, queryClient.getQueryData<readonly T[]>(key) ?? []);
  return { items: overlaid(keys.items, overlayItems), list: overlaid(keys.shoppingList, overlayShoppingList) };
}

const self = () => claim(readSession()?.idToken, "device");

async function join(ticket: string, copy: boolean): Promise<boolean> {
  const { customToken } = await redeem(ticket);
  if (!customToken) return false;
  await enterBy(customToken, copy);
  return true;
}

async function enterBy(customToken: string, copy: boolean): Promise<void> {
  const tokens = await signInWithCustomToken(customToken, Date.now);
  await sendWaitingChanges();
  await enterLarder(tokens, { copy });
}

export const client = {
  start,
  refetch,
  shown,
  self,
  join,
  enterBy,
  auth,
  outbox,
  redeem,
  confirmLink,
  openLink,
  createRecoveryCode,
  leaveLarder,
  startNewLarder,
  removeDevice,
  request,
};
export type Client = typeof client;
