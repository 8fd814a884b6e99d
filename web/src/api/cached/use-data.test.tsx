// @vitest-environment jsdom
import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { keys } from "./queries";
import { useStaleSince } from "./use-data";

beforeEach(() => void vi.useFakeTimers());

it("returns the time of a list whose refetch failed, and retries until it succeeds", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: "always" } } });
  const fetchItems = vi.fn(() => Promise.reject<string[]>(new Error("away")));
  client.setQueryData(keys.items, ["milk"], { updatedAt: 1_700_000_000_000 });
  const { result } = renderHook(
    () => {
      useQuery({ queryKey: keys.items, queryFn: fetchItems, staleTime: 0 });
      return useStaleSince();
    },
    { wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider> },
  );
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect([fetchItems.mock.calls.length, result.current]).toEqual([1, 1_700_000_000_000]);
  await act(() => vi.advanceTimersByTimeAsync(15_000));
  expect([fetchItems.mock.calls.length, result.current]).toEqual([2, 1_700_000_000_000]);
  fetchItems.mockImplementation(() => Promise.resolve(["milk", "ham"]));
  await act(() => vi.advanceTimersByTimeAsync(15_000));
  expect([fetchItems.mock.calls.length, result.current]).toEqual([3, undefined]);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(fetchItems).toHaveBeenCalledTimes(3);
});
