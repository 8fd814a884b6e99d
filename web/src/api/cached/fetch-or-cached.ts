import type { FetchQueryOptions } from "@tanstack/react-query";
import { queryClient } from "./query-client";

/**
 * Returns a query's data, fetched if it is older than `staleTime`; without a response (offline), the data of the last
 * one. Data that was restored at the start counts as outdated.
 */
export function fetchOrCached<T, K extends readonly string[]>(
  query: FetchQueryOptions<T, Error, T, K>,
  staleTime: number,
): Promise<T | undefined> {
  return queryClient.fetchQuery({ ...query, staleTime }).catch(() => queryClient.getQueryData<T>(query.queryKey));
}
