import { queryOptions } from "@tanstack/react-query";
import { request, requestIfChanged } from "../client";
import type {
  CommonCategory,
  GroceryItem,
  Household,
  Preferences,
  ScanSession,
  SharedList,
  ShoppingListItem,
  Statistics,
  UploadLimit,
} from "../types";

/**
 * The app's queries and their keys. By default data never becomes stale and nothing is retried (specification §4); the
 * exceptions of §7 are set on the query. Components read lists with the hooks of `use-data.ts`, which apply queued
 * changes to the server's response.
 */
export const keys = {
  uploadLimit: ["upload-limit"],
  items: ["items"],
  archived: ["items", "archived"],
  sessions: ["scan-sessions"],
  session: (id: string) => ["scan-sessions", id, "all-items"],
  preferences: ["preferences"],
  shoppingList: ["shopping-list"],
  statistics: ["statistics"],
  household: ["household"],
  codes: ["codes"],
  commonItems: ["common-items"],
  sharedList: (token: string) => ["shared-list", token],
} as const;

export const uploadLimitQuery = () =>
  queryOptions({
    queryKey: keys.uploadLimit,
    queryFn: ({ signal }) => request<UploadLimit>("/api/upload-limit", { signal }),
  });

export const itemsQuery = () =>
  queryOptions({
    queryKey: keys.items,
    queryFn: ({ signal }) => requestIfChanged<GroceryItem[]>("/api/items", { signal }),
    refetchOnMount: "always",
    refetchOnWindowFocus: "always",
  });

export const archivedQuery = () =>
  queryOptions({
    queryKey: keys.archived,
    queryFn: ({ signal }) => request<GroceryItem[]>("/api/items/archived", { signal }),
    // Actions on other screens, and time, archive items, so the tab refetches whenever it opens.
    refetchOnMount: "always",
  });

export const sessionsQuery = () =>
  queryOptions({
    queryKey: keys.sessions,
    queryFn: ({ signal }) => request<ScanSession[]>("/api/scan-sessions", { signal }),
  });

export const sessionItemsQuery = (id: string) =>
  queryOptions({
    queryKey: keys.session(id),
    queryFn: ({ signal }) =>
      request<GroceryItem[]>(`/api/scan-sessions/${encodeURIComponent(id)}/all-items`, { signal }),
  });

export const preferencesQuery = () =>
  queryOptions({
    queryKey: keys.preferences,
    queryFn: ({ signal }) => request<Preferences>("/api/preferences", { signal }),
  });

export const shoppingListQuery = () =>
  queryOptions({
    queryKey: keys.shoppingList,
    queryFn: ({ signal }) => requestIfChanged<ShoppingListItem[]>("/api/shopping-list", { signal }),
    staleTime: 0,
    refetchOnMount: "always",
    refetchOnWindowFocus: "always",
  });

export const householdQuery = () =>
  queryOptions({
    queryKey: keys.household,
    queryFn: ({ signal }) => requestIfChanged<Household>("/api/household", { signal }),
    // Another device may have joined or left.
    refetchOnMount: "always",
  });

export const statisticsQuery = () =>
  queryOptions({
    queryKey: keys.statistics,
    queryFn: ({ signal }) => request<Statistics>("/api/user/statistics", { signal }),
    // It depends on all other data, so the dialog fetches it whenever it opens.
    refetchOnMount: "always",
  });

export const commonItemsQuery = () =>
  queryOptions({
    queryKey: keys.commonItems,
    queryFn: ({ signal }) => request<CommonCategory[]>("/api/common-items", { signal }),
    staleTime: 5 * 60_000,
  });

export const sharedListQuery = (token: string) =>
  queryOptions({
    queryKey: keys.sharedList(token),
    queryFn: ({ signal }) =>
      request<SharedList>(`/api/shared-list/${encodeURIComponent(token)}`, { authentication: "none", signal }),
    retry: 1,
    retryDelay: 1_000,
    // The owner may have turned the link off.
    refetchOnWindowFocus: "always",
    // Not kept in memory like the user's own data.
    gcTime: 5 * 60_000,
  });
