import { queryOptions } from "@tanstack/react-query";
import { request, requestUnlessSame } from "../client";
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
 * Every query of the product with its key. By default data never becomes stale and nothing is retried (specification
 * §4); the exceptions of §7 are at their query. Components read lists through the hooks of `use-data.ts`, which apply
 * waiting changes to the server's answer.
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
    queryFn: ({ signal }) => requestUnlessSame<GroceryItem[]>("/api/items", { signal }),
    refetchOnMount: "always",
    refetchOnWindowFocus: "always",
  });

export const archivedQuery = () =>
  queryOptions({
    queryKey: keys.archived,
    queryFn: ({ signal }) => request<GroceryItem[]>("/api/items/archived", { signal }),
    // Items move here by actions elsewhere and by time itself, so the tab asks whenever it opens.
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
    queryFn: ({ signal }) => requestUnlessSame<ShoppingListItem[]>("/api/shopping-list", { signal }),
    staleTime: 0,
    refetchOnMount: "always",
    refetchOnWindowFocus: "always",
  });

export const householdQuery = () =>
  queryOptions({
    queryKey: keys.household,
    queryFn: ({ signal }) => requestUnlessSame<Household>("/api/household", { signal }),
    // Another device may have joined or gone.
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
    // Its owner may have turned the link off meanwhile.
    refetchOnWindowFocus: "always",
    // A shared list is not kept.
    gcTime: 5 * 60_000,
  });
