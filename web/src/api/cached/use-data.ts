import { useEffect, useLayoutEffect, useMemo, useSyncExternalStore } from "react";
import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { archivedQuery, itemsQuery, keys, preferencesQuery, shoppingListQuery } from "./queries";
import { outbox } from "../outbox/outbox";
import type { QueuedChange } from "../outbox/rows";
import { overlayArchived, overlayItems, overlayPreferences, overlayShoppingList } from "../outbox/overlay";
import { noteLarderZone, tickIfDaysChanged } from "../../lib/time/clock";
import type { GroceryItem, Preferences, ShoppingListItem } from "../types";

/** Returns the changes that wait to be sent, oldest first. */
export function usePending(): readonly QueuedChange[] {
  return useSyncExternalStore(outbox.subscribe, outbox.pending);
}

/** Returns the failed changes, which wait for the user's decision. */
export function useFailed(): readonly QueuedChange[] {
  return useSyncExternalStore(outbox.subscribe, outbox.failed);
}

const LISTS: ReadonlySet<unknown> = new Set([keys.items[0], keys.shoppingList[0]]);
const RETRY_MS = 15_000;

/**
 * Returns the time in milliseconds of the oldest list on the screen whose refetch failed: 0 if it has no data yet,
 * undefined if no refetch failed. Retries until all succeed.
 */
export function useStaleSince(): number | undefined {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const failed = () =>
    cache.findAll({
      type: "active",
      predicate: ({ queryKey, state }) => state.status === "error" && LISTS.has(queryKey[0]),
    });
  const since = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () =>
      failed().reduce<number | undefined>(
        (oldest, { state }) => Math.min(oldest ?? Infinity, state.dataUpdatedAt),
        undefined,
      ),
  );
  const isStale = since !== undefined;
  useEffect(() => {
    if (!isStale) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") for (const query of failed()) void client.refetchQueries(query);
    }, RETRY_MS);
    return () => clearInterval(timer);
  }, [isStale, client]); // eslint-disable-line react-hooks/exhaustive-deps -- `failed` only reads the cache
  return since;
}

export interface Overlaid<T> {
  data: T | undefined;
  query: Pick<UseQueryResult, "isPending" | "isError" | "error" | "refetch" | "isFetching">;
}

/** Returns the server's last response with the waiting changes applied. */
export function useOverlaid<T>(
  query: UseQueryResult<T>,
  overlay: (data: T, change: QueuedChange) => T,
  fallback?: T,
): Overlaid<T> {
  const pending = usePending();
  // Without a response (offline on the first day) the changes are applied to `fallback`, so that they are shown.
  const base = query.data ?? (query.isError || query.fetchStatus === "paused" ? fallback : undefined);
  const data = useMemo(
    () => (base === undefined ? undefined : pending.reduce(overlay, base)),
    [base, pending, overlay],
  );
  return { data, query };
}

const NO_ITEMS: readonly GroceryItem[] = [];
const NO_LIST: readonly ShoppingListItem[] = [];
export const DEFAULT_PREFERENCES: Preferences = { pushNotificationsEnabled: true, notificationTime: "09:00" };

export function useItems(): Overlaid<readonly GroceryItem[]> {
  const items = useOverlaid<readonly GroceryItem[]>(useQuery(itemsQuery()), overlayItems, NO_ITEMS);
  useLayoutEffect(() => tickIfDaysChanged(items.data ?? NO_ITEMS), [items.data]);
  return items;
}

export function useArchived(): Overlaid<readonly GroceryItem[]> {
  return useOverlaid<readonly GroceryItem[]>(useQuery(archivedQuery()), overlayArchived, NO_ITEMS);
}

export function useShoppingList(): Overlaid<readonly ShoppingListItem[]> {
  return useOverlaid<readonly ShoppingListItem[]>(useQuery(shoppingListQuery()), overlayShoppingList, NO_LIST);
}

export function usePreferences(): Overlaid<Preferences> {
  const preferences = useOverlaid<Preferences>(useQuery(preferencesQuery()), overlayPreferences, DEFAULT_PREFERENCES);
  const zone = preferences.data?.timeZone ?? undefined;
  useLayoutEffect(() => noteLarderZone(zone), [zone]);
  return preferences;
}
