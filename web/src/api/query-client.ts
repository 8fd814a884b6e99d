import { QueryClient, dehydrate, hydrate, onlineManager, type DehydratedState } from "@tanstack/react-query";
import { values } from "../lib/database";
import { auth } from "../lib/auth/auth";
import type { GroceryItem, Preferences, ShoppingListItem } from "./types";
import { keys } from "./queries";
import { outbox, type Settled } from "./outbox/outbox";
import { overlayArchived, overlayItems, overlayPreferences, overlayShoppingList } from "./outbox/overlay";
import type { Change } from "./outbox/changes";

/**
 * The query cache and its copy on disk. The copy belongs to one account, is written at most once a second, and is thrown away if it cannot be read: a damaged
 * cache costs a download, never the app. (TanStack's own persister is not used: it lags behind the core it brings along, and this is all we need of it.)
 */
const CACHE_KEY = "query-cache";
const CACHE_VERSION = 1;
const MAX_AGE = 90 * 86_400_000;
const WRITE_DELAY = 1_000;

interface StoredCache {
  version: number;
  uid: string | null;
  savedAt: number;
  state: DehydratedState;
}

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

function isStoredCache(value: unknown): value is StoredCache {
  if (typeof value !== "object" || value === null) return false;
  const cache = value as Partial<StoredCache>;
  return cache.version === CACHE_VERSION && typeof cache.savedAt === "number" && typeof cache.state === "object" && cache.state !== null && Array.isArray(cache.state.queries);
}

/** Restores the cache (before the first render, so that the list is there at once) and keeps its copy up to date from then on. */
export async function startQueryCache(now: () => number = Date.now): Promise<void> {
  onlineManager.setOnline(navigator.onLine);
  try {
    const stored = await values.get(CACHE_KEY);
    if (isStoredCache(stored) && stored.uid === auth.state().uid && now() - stored.savedAt < MAX_AGE) {
      hydrate(queryClient, stored.state);
      // It is shown at once, but "never refetched" holds for a visit, not for ever: each query asks once when it is first used.
      await queryClient.invalidateQueries({ refetchType: "none" });
    } else if (stored !== undefined) await values.remove(CACHE_KEY);
  } catch (error) {
    console.warn("The stored data cannot be read and is fetched anew:", error);
    queryClient.clear();
    await values.remove(CACHE_KEY).catch(() => undefined);
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" && event.type !== "removed") return;
    timer ??= setTimeout(() => {
      timer = undefined;
      void saveCache(now());
    }, WRITE_DELAY);
  });
  outbox.onSettled(commit);
}

async function saveCache(now: number): Promise<void> {
  const state = dehydrate(queryClient, {
    shouldDehydrateQuery: (query) => query.state.status === "success" && query.queryKey[0] !== "shared-list",
    shouldDehydrateMutation: () => false,
  });
  const stored: StoredCache = { version: CACHE_VERSION, uid: auth.state().uid, savedAt: now, state };
  try {
    await values.set(CACHE_KEY, stored);
  } catch (error) {
    console.warn("The data could not be stored for offline use:", error);
  }
}

/** Forgets all data of the account, on screen and on disk. */
export async function forgetData(): Promise<void> {
  queryClient.clear();
  await values.remove(CACHE_KEY).catch(() => undefined);
}

/** Which queries have to be asked again after a change, besides what is put into the cache directly. */
function touched(change: Change): readonly (readonly string[])[] {
  switch (change.kind) {
    case "session.readd":
      return [keys.items, keys.sessions];
    case "session.toShoppingList":
    case "list.import":
      return [keys.shoppingList];
    case "items.deleteByStatus":
      return [keys.items];
    default:
      if (change.kind.startsWith("item")) return [keys.items, keys.sessions];
      if (change.kind.startsWith("list")) return [keys.shoppingList];
      return [keys.preferences];
  }
}

let refetch: ReturnType<typeof setTimeout> | undefined;
const due = new Set<readonly string[]>();

/** Moves a settled change from the overlay into the cached answers, so that nothing flickers, and asks the server again once the outbox is empty. */
function commit(settled: Settled): void {
  const { queued } = settled;
  if (settled.type === "done") {
    queryClient.setQueryData<readonly GroceryItem[]>(keys.items, (old) => old && overlayItems(old, queued));
    queryClient.setQueryData<readonly GroceryItem[]>(keys.archived, (old) => old && overlayArchived(old, queued));
    queryClient.setQueryData<readonly ShoppingListItem[]>(keys.shoppingList, (old) => old && overlayShoppingList(old, queued));
    queryClient.setQueryData<Preferences>(keys.preferences, (old) => old && overlayPreferences(old, queued));
  }
  for (const key of touched(queued.change)) due.add(key);
  clearTimeout(refetch);
  refetch = setTimeout(() => {
    const asked = [...due];
    due.clear();
    for (const queryKey of asked) void queryClient.invalidateQueries({ queryKey });
  }, 50);
}
