// @vitest-environment jsdom
import { expect, it } from "vitest";
import {
  archivedQuery,
  commonItemsQuery,
  itemsQuery,
  preferencesQuery,
  sessionsQuery,
  sharedListQuery,
  shoppingListQuery,
  uploadLimitQuery,
} from "./queries";
import { queryClient } from "./query-client";

it("by default never lets data become stale, and neither refetches on focus nor retries", () => {
  expect(queryClient.getDefaultOptions().queries).toMatchObject({
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    retry: false,
  });
  for (const query of [sessionsQuery(), preferencesQuery(), uploadLimitQuery()]) {
    expect(query).not.toHaveProperty("staleTime");
    expect(query).not.toHaveProperty("refetchOnWindowFocus");
    expect(query).not.toHaveProperty("retry");
  }
});

it("gives the exceptions of specification §7 and §9 their options", () => {
  expect(itemsQuery()).toMatchObject({ refetchOnMount: "always", refetchOnWindowFocus: "always" });
  expect(shoppingListQuery()).toMatchObject({ refetchOnMount: "always", refetchOnWindowFocus: "always" });
  expect(archivedQuery()).not.toHaveProperty("refetchOnWindowFocus");
  expect(commonItemsQuery()).toMatchObject({ staleTime: 5 * 60_000 });
  expect(sharedListQuery("x")).toMatchObject({ retry: 1 });
});
