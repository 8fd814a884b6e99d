import { useLayoutEffect, useMemo, useSyncExternalStore } from "react";
import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { archivedQuery, itemsQuery, keys, preferencesQuery, shoppingListQuery } from "./queries";
import { outbox } from "./outbox/outbox";
import type { QueuedChange } from "./outbox/rows";
import { overlayArchived, overlayItems, overlayPreferences, overlayShoppingList } from "./outbox/overlay";
import { catchUp } from "../lib/clock";
import type { GroceryItem, Preferences, ShoppingListItem } from "./types";

/** The lists as a person sees them: the server's last answer with the waiting changes laid over it. */
export function usePending(): readonly QueuedChange[] {
  return useSyncExternalStore(outbox.subscribe, outbox.pending);
}

/** Returns the failed changes, which wait for the user's decision. */
export function useFailed(): readonly QueuedChange[] {
  return useSyncExternalStore(outbox.subscribe, outbox.failed);
}

/** Returns true if a list on the screen is an earlier answer because the server could not be asked. */
export function useIsStale(): boolean {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () =>
      cache
        .getAll()
        .some(
          (query) =>
            query.state.status === "error" &&
            query.state.data !== undefined &&
            query.isActive() &&
            LISTS.has(query.queryKey[0]),
        ),
  );
}

const LISTS: ReadonlySet<unknown> = new Set([keys.items[0], keys.shoppingList[0]]);

export interface Overlaid<T> {
  data: T | undefined;
  query: Pick<UseQueryResult, "isPending" | "isError" | "error" | "refetch" | "isFetching">;
}

export function useOverlaid<T>(
  query: UseQueryResult<T>,
  overlay: (data: T, change: QueuedChange) => T,
  whenUnknown?: T,
): Overlaid<T> {
  const pending = usePending();
  // Without an answer (offline on the first day) the changes are laid over nothing, so that they are seen at all.
  const base = query.data ?? (query.isError || query.fetchStatus === "paused" ? whenUnknown : undefined);
  const data = useMemo(
    () => (base === undefined ? undefined : pending.reduce(overlay, base)),
    [base, pending, overlay],
  );
  return { data, query };
}

const NO_ITEMS: readonly GroceryItem[] = [];
const NO_LIST: readonly ShoppingListItem[] = [];
const DEFAULT_PREFERENCES: Preferences = { pushNotificationsEnabled: true, notificationTime: "09:00" };

export function useItems(): Overlaid<readonly GroceryItem[]> {
  const items = useOverlaid<readonly GroceryItem[]>(useQuery(itemsQuery()), overlayItems, NO_ITEMS);
  useLayoutEffect(() => catchUp(items.data ?? NO_ITEMS), [items.data]);
  return items;
}

export function useArchived(): Overlaid<readonly GroceryItem[]> {
  return useOverlaid<readonly GroceryItem[]>(useQuery(archivedQuery()), overlayArchived, NO_ITEMS);
}

export function useShoppingList(): Overlaid<readonly ShoppingListItem[]> {
  return useOverlaid<readonly ShoppingListItem[]>(useQuery(shoppingListQuery()), overlayShoppingList, NO_LIST);
}

export function usePreferences(): Overlaid<Preferences> {
  return useOverlaid<Preferences>(useQuery(preferencesQuery()), overlayPreferences, DEFAULT_PREFERENCES);
}
