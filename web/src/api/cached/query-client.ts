import { QueryClient, onlineManager, type Query } from "@tanstack/react-query";
import type { GroceryItem, Preferences, ShoppingListItem } from "../types";
import { auth } from "../../lib/auth/auth";
import { removePersonalKeys, storage } from "../../lib/browser/storage";
import { cacheStore } from "./cache-store";
import { keys } from "./queries";
import { outbox, type Settled } from "../outbox/outbox";
import { overlayArchived, overlayItems, overlayPreferences, overlayShoppingList } from "../outbox/overlay";
import { kindOf } from "../outbox/kinds";

const WRITE_DELAY_MS = 1_000;

/**
 * The query cache and its copy on disk (`cache-store.ts`), updated after each carried out change and cleared when the
 * account changes. (TanStack's own persister includes an older version of the query core.)
 */
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

let saving: ReturnType<typeof setTimeout> | undefined;
/**
 * The queries whose data is newer than the copy on disk. Only these are written: another tab may have newer data of the
 * others.
 */
const unsaved = new Set<Query>();

async function saveCache(now: () => number): Promise<void> {
  clearTimeout(saving);
  saving = undefined;
  const { uid } = auth.state();
  const queries = [...unsaved];
  unsaved.clear();
  if (uid === null || queries.length === 0 || (await cacheStore.write(uid, now(), queries)) || auth.state().uid !== uid)
    return;
  for (const query of queries) unsaved.add(query);
}

function discardUnsaved(): void {
  clearTimeout(saving);
  saving = undefined;
  unsaved.clear();
}

/** Restores the cache before the first render, and then writes its changes to disk. */
export async function startQueryCache(now: () => number = Date.now): Promise<void> {
  onlineManager.setOnline(navigator.onLine);
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== "updated") return;
    // The service worker removes items from the shown reminder that the server no longer lists
    // (`service-worker/push.ts`).
    if (event.action.type === "success" && !event.action.manual && event.query.queryKey.join() === "items") {
      navigator.serviceWorker?.controller?.postMessage({
        type: "ITEMS",
        ids: (event.query.state.data as readonly GroceryItem[]).map(({ id }) => id),
      });
    }
    if (event.action.type !== "success") return;
    unsaved.add(event.query);
    saving ??= setTimeout(() => void saveCache(now), WRITE_DELAY_MS);
  });
  // The browser may end a hidden page without notice.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden" && unsaved.size > 0) void saveCache(now);
  });
  // Removes the previous account's data from the screens of all tabs, before it is written under the next account.
  auth.onAccountChange(({ reason }) => {
    // Also in the other tabs, whose session storage has drafts.
    if (reason === "signed-out") removePersonalKeys();
    discardUnsaved();
    void queryClient.cancelQueries();
    void queryClient.resetQueries();
  });
  // Refetches queries that failed because the device was not signed in.
  auth.subscribe(() => {
    if (auth.state().status === "signed-in")
      void queryClient.refetchQueries({ predicate: ({ state }) => state.status === "error" });
  });
  outbox.onSettled(applySettled);
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key !== CLEARED_KEY || newValue === null) return;
    removePersonalKeys();
    emptyQueries();
  });

  const { uid } = auth.state();
  if (uid === null) return;
  const restored = await cacheStore.read(uid, now());
  // The account may have changed meanwhile.
  if (auth.state().uid !== uid) return;
  for (const { queryKey, data, updatedAt } of restored) {
    // A response may have arrived first.
    if (queryClient.getQueryData(queryKey) !== undefined) continue;
    queryClient.setQueryData(queryKey, data, { updatedAt });
    // It is on disk already, perhaps in a newer version of another tab.
    for (const query of unsaved) if (query.state.data === data) unsaved.delete(query);
    // Cached data is shown at once, but each query is fetched once per page load, when it is first used.
    await queryClient.invalidateQueries({ queryKey, exact: true, refetchType: "none" });
  }
}

/** The lists are shown as empty at once. */
const LISTS = [keys.items, keys.archived, keys.sessions, keys.shoppingList];
/** Queries of data that the user cannot delete. */
const NOT_CLEARED: ReadonlySet<unknown> = new Set([...keys.household, ...keys.commonItems]);

/** Removes the data that the user has deleted from this tab's memory, and refetches the mounted queries. */
export function emptyQueries(): void {
  discardUnsaved();
  void queryClient.resetQueries({ predicate: ({ queryKey }) => !NOT_CLEARED.has(queryKey[0]) });
  for (const queryKey of LISTS) {
    queryClient.setQueryData(queryKey, []);
    void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: "none" });
  }
}

const CLEARED_KEY = "larder.cleared";

/** Makes the other tabs remove the deleted data too. The key is only a message. */
export function notifyOtherTabs(): void {
  storage.set(CLEARED_KEY, "1");
  storage.remove(CLEARED_KEY);
}

/**
 * Refetches visible queries, for a screen that cannot render its data. The copy on disk stays until the response
 * replaces it.
 */
export function refetchAll(): Promise<void> {
  return queryClient.resetQueries();
}

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
  }, 50);
}
