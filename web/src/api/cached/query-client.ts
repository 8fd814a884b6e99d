import { QueryClient, onlineManager } from "@tanstack/react-query";
import type { GroceryItem, Preferences, ShoppingListItem } from "../types";
import { auth } from "../../lib/auth/auth";
import { forgetPerson } from "../../lib/browser/storage";
import { cacheStore } from "./cache-store";
import { keys } from "./queries";
import { outbox, type Settled } from "../outbox/outbox";
import { overlayArchived, overlayItems, overlayPreferences, overlayShoppingList } from "../outbox/overlay";
import type { Change } from "../outbox/changes";

/**
 * The query cache and its copy on disk (`cache-store.ts`), with their changes when an account ends or a change was
 * carried out. (TanStack's own persister is not used: it lags behind the core that it includes, and this is all that is
 * needed.)
 */
const WRITE_DELAY_MS = 1_000;

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

function saveCache(now: () => number): void {
  clearTimeout(saving);
  saving = undefined;
  const { uid } = auth.state();
  if (uid !== null) void cacheStore.write(uid, now(), queryClient.getQueryCache().getAll());
}

/**
 * Restores the cache (before the first render, so that the list is there at once) and keeps its copy up to date from
 * then on.
 */
export async function startQueryCache(now: () => number = Date.now): Promise<void> {
  onlineManager.setOnline(navigator.onLine);
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== "updated") return;
    // The service worker removes items from the shown reminder that the server's answer no longer contains
    // (`service-worker/push.ts`).
    if (event.action.type === "success" && !event.action.manual && event.query.queryKey.join() === "items") {
      navigator.serviceWorker?.controller?.postMessage({
        type: "ITEMS",
        ids: (event.query.state.data as readonly GroceryItem[]).map(({ id }) => id),
      });
    }
    saving ??= setTimeout(() => saveCache(now), WRITE_DELAY_MS);
  });
  // A page that is put aside may be ended without notice.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden" && saving !== undefined) saveCache(now);
  });
  // Another account's answers must not stay on the screen, whichever tab ended it; nor may they be written under the
  // name of the next one.
  auth.onAccountChange(({ how }) => {
    // The other tabs' drafts, too.
    if (how === "signed-out") forgetPerson();
    clearTimeout(saving);
    saving = undefined;
    void queryClient.cancelQueries();
    void queryClient.resetQueries();
  });
  // Queries that failed because the device was not signed in.
  auth.subscribe(() => {
    if (auth.state().status === "signed-in")
      void queryClient.refetchQueries({ predicate: ({ state }) => state.status === "error" });
  });
  outbox.onSettled(commit);

  const { uid } = auth.state();
  if (uid === null) return;
  const restored = await cacheStore.read(uid, now());
  // The account may have changed meanwhile.
  if (auth.state().uid !== uid) return;
  for (const { queryKey, data, updatedAt } of restored) {
    // An answer of this visit may have come first.
    if (queryClient.getQueryData(queryKey) !== undefined) continue;
    queryClient.setQueryData(queryKey, data, { updatedAt });
    // Cached data is shown at once, but each query is fetched once per visit, when it is first used.
    await queryClient.invalidateQueries({ queryKey, exact: true, refetchType: "none" });
  }
}

/**
 * Fetches visible queries again, for a screen that cannot be drawn from its data. The copy on disk stays until the
 * server's answer replaces it.
 */
export function refetchAll(): Promise<void> {
  return queryClient.resetQueries();
}

/** Returns the queries to refetch after a change, in addition to those updated in the cache. */
function touched({ kind }: Change): readonly (readonly string[])[] {
  switch (kind) {
    case "session.readd":
      return [keys.items, keys.sessions];
    case "receipt.read":
      return [keys.items, keys.sessions, keys.uploadLimit];
    case "session.toShoppingList":
    case "list.import":
      return [keys.shoppingList];
    case "items.deleteByStatus":
      return [keys.items];
    case "code.learn":
      return [keys.codes];
    default:
      if (kind.startsWith("item")) return [keys.items, keys.sessions];
      if (kind.startsWith("list")) return [keys.shoppingList];
      return [keys.preferences];
  }
}

/** A ticked or corrected row gets the version of the answer, so that the tick can be undone at once. */
function withVersion(
  list: readonly ShoppingListItem[],
  { queued: { change }, response }: Settled & { type: "done" },
): readonly ShoppingListItem[] {
  const made = response as Partial<ShoppingListItem> | null;
  return (change.kind === "list.toggle" || change.kind === "list.update") && made?.version !== undefined
    ? list.map((item) => (item.id === change.id ? { ...item, version: made.version } : item))
    : list;
}

let refetch: ReturnType<typeof setTimeout> | undefined;
const due = new Set<readonly string[]>();

/**
 * Moves a settled change from the overlay into the cached answers, so that nothing flickers, and asks the server again
 * once the outbox is empty.
 */
function commit(settled: Settled): void {
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
  for (const key of touched(queued.change)) due.add(key);
  clearTimeout(refetch);
  refetch = setTimeout(() => {
    const asked = [...due];
    due.clear();
    for (const queryKey of asked) void queryClient.invalidateQueries({ queryKey });
  }, 50);
}
