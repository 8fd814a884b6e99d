import { QueryClient, hashKey, onlineManager, type QueryCacheNotifyEvent } from "@tanstack/react-query";
import type { GroceryItem, Preferences, ShoppingListItem } from "../types";
import { auth } from "../../lib/auth/auth";
import { removePersonalKeys, storage } from "../../lib/browser/storage";
import { discardUnsaved, restoreCache, saveChanges } from "./cache-copy";
import { keys } from "./queries";
import { outbox, type Settled } from "../outbox/outbox";
import { overlayArchived, overlayItems, overlayPreferences, overlayShoppingList } from "../outbox/overlay";
import { kindOf } from "../outbox/kinds";

/** The query cache, updated after each carried out change and cleared when the account changes. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Infinity,
      gcTime: Infinity,
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: true,
      networkMode: "offlineFirst",
    },
    mutations: { retry: false, networkMode: "always" },
  },
});

/** Restores the cache before the first render, writes its changes to disk, and connects it to the rest of the app. */
export async function startQueryCache(): Promise<void> {
  onlineManager.setOnline(navigator.onLine);
  saveChanges(queryClient);
  queryClient.getQueryCache().subscribe(removeFromReminder);
  followAccount();
  followOtherTabs();
  outbox.onSettled(applySettled);
  await restoreCache(queryClient);
}

/** Lets the service worker remove items from the shown reminder that the server no longer lists. */
function removeFromReminder(event: QueryCacheNotifyEvent): void {
  if (event.type !== "updated" || event.query.queryHash !== hashKey(keys.items)) return;
  // Not for data that this tab has set, like the one from the disk.
  if (event.action.type !== "success" || event.action.manual) return;
  const items = event.query.state.data as readonly GroceryItem[];
  navigator.serviceWorker?.controller?.postMessage({ type: "ITEMS", ids: items.map(({ id }) => id) });
}

/** Clears the cache when the account changes, and refetches failed queries after a sign-in. */
function followAccount(): void {
  // Removes the previous account's data from the screens of all tabs, before it is written under the next account.
  auth.onAccountChange(({ reason }) => {
    // Also in the other tabs, whose session storage has drafts.
    if (reason === "signed-out") removePersonalKeys();
    discardUnsaved();
    void queryClient.cancelQueries();
    void queryClient.resetQueries();
  });
  auth.subscribe(() => {
    if (auth.state().status === "signed-in")
      void queryClient.refetchQueries({ predicate: ({ state }) => state.status === "error" });
  });
}

const CLEARED_KEY = "larder.cleared";

/** Makes the other tabs remove the deleted data too. The key is only a message. */
export function notifyOtherTabs(): void {
  storage.set(CLEARED_KEY, "1");
  storage.remove(CLEARED_KEY);
}

/** Removes the data that the user has deleted in another tab. */
function followOtherTabs(): void {
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key !== CLEARED_KEY || newValue === null) return;
    removePersonalKeys();
    emptyQueries();
  });
}

/** Queries that `emptyQueries` sets to an empty list. */
const LISTS = [keys.items, keys.archived, keys.sessions, keys.shoppingList];
/** Queries of data that the user cannot delete. */
const NOT_CLEARED: ReadonlySet<unknown> = new Set([keys.household[0], keys.commonItems[0]]);

/** Removes the data that the user has deleted from this tab's memory, and refetches the mounted queries. */
export function emptyQueries(): void {
  discardUnsaved();
  void queryClient.resetQueries({ predicate: ({ queryKey }) => !NOT_CLEARED.has(queryKey[0]) });
  for (const queryKey of LISTS) {
    queryClient.setQueryData(queryKey, []);
    void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: "none" });
  }
}

/**
 * Forgets the responses of all queries and fetches those on screen again, for a screen that cannot render them. The
 * copy on disk stays until a response replaces it.
 */
export function replaceResponses(): Promise<void> {
  return queryClient.resetQueries();
}

/** Several settled changes within this time cause one refetch. */
const REFETCH_DELAY_MS = 50;

/** Returns the list with the response's version of a changed row, so that a tick can be undone at once. */
function withVersion(list: readonly ShoppingListItem[], { queued, response }: Settled & { type: "done" }) {
  const { version } = (response ?? {}) as Partial<ShoppingListItem>;
  const [id] = kindOf(queued.change).ids(queued.change);
  return version === undefined ? list : list.map((item) => (item.id === id ? { ...item, version } : item));
}

let refetchTimer: ReturnType<typeof setTimeout> | undefined;
const staleKeys = new Set<readonly string[]>();

/**
 * Applies a settled change to the cached responses, so that the screen does not flicker, and refetches the affected
 * queries after the last of several changes.
 */
function applySettled(settled: Settled): void {
  const { queued } = settled;
  if (settled.type === "done") {
    queryClient.setQueryData<readonly GroceryItem[]>(keys.items, (old) => old && overlayItems(old, queued));
    queryClient.setQueryData<readonly GroceryItem[]>(keys.archived, (old) => old && overlayArchived(old, queued));
    queryClient.setQueryData<readonly ShoppingListItem[]>(
      keys.shoppingList,
      (old) => old && withVersion(overlayShoppingList(old, queued), settled),
    );
    queryClient.setQueryData<Preferences>(keys.preferences, (old) => old && overlayPreferences(old, queued));
  }
  for (const query of kindOf(queued.change).refetches) staleKeys.add(keys[query]);
  clearTimeout(refetchTimer);
  refetchTimer = setTimeout(() => {
    for (const queryKey of staleKeys) void queryClient.invalidateQueries({ queryKey });
    staleKeys.clear();
  }, REFETCH_DELAY_MS);
}
