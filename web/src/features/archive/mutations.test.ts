// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { itemOf } from "../../../test/support/rows";
import { outbox } from "../../api/outbox/outbox";
import { overlayArchived, overlayItems } from "../../api/outbox/overlay";
import type { QueuedChange } from "../../api/outbox/rows";
import { keys } from "../../api/cached/queries";
import { queryClient } from "../../api/cached/query-client";
import type { GroceryItem } from "../../api/types";
import { clearToasts, currentToast } from "../../ui/toasts";
import { useRecordOutcomes, useRestoreItem, useRestoreItems } from "./mutations";

vi.mock("../../api/outbox/outbox", () => ({
  outbox: { submit: vi.fn(() => Promise.resolve(null)), pending: () => [], subscribe: () => () => undefined },
}));

const gone = (name: string, more: Partial<GroceryItem>) => itemOf(name, { itemStatus: "archived", ...more });
const eaten = gone("Ham", { outcome: "used" });
const archived = gone("Egg", {});
const deleted = gone("Oil", { itemStatus: "deleted" });
const all = [archived, eaten, deleted];

const rows = () =>
  vi.mocked(outbox.submit).mock.calls.map(([change]) => ({ change, at: eaten.createdAt }) as QueuedChange);
const active = () =>
  rows()
    .reduce(overlayItems, [])
    .map(({ name }) => name);
const left = () =>
  rows()
    .reduce(overlayArchived, all)
    .map(({ name, itemStatus, outcome }) => [name, itemStatus, outcome ?? null])
    .toSorted();
const AS_IT_WAS = [
  ["Egg", "archived", null],
  ["Ham", "archived", "used"],
  ["Oil", "deleted", null],
];
const undo = () => act(() => currentToast()?.action?.run());

beforeEach(() => {
  vi.mocked(outbox.submit).mockClear();
  queryClient.setQueryData(keys.items, []);
});
afterEach(clearToasts);

it.each(all)("restores $name, and undo puts it back as it was", (item) => {
  const { result } = renderHook(useRestoreItem);
  act(() => result.current(item));
  expect(active()).toEqual([item.name]);
  undo();
  expect(active()).toEqual([]);
  expect(left()).toEqual(AS_IT_WAS);
});

it("restores several, with one undo", () => {
  const { result } = renderHook(useRestoreItems);
  act(() => result.current(all));
  expect(active()).toEqual(["Egg", "Ham", "Oil"]);
  undo();
  expect(left()).toEqual(AS_IT_WAS);
});

it("restores none of several that do not all fit, and says so once", () => {
  const full = Array.from({ length: 998 }, (_, at) => itemOf(`Item ${at}`, { itemStatus: "active" }));
  queryClient.setQueryData(keys.items, full);
  const { result } = renderHook(useRestoreItems);
  act(() => result.current(all));
  expect(rows()).toEqual([]);
  expect(currentToast()?.title).toBe("No room for 3 items");
  expect(currentToast()?.text).toContain("room for 2 more");
  act(() => result.current(all.slice(1)));
  expect(rows()).toHaveLength(2);
});

it("leaves an item alone that has the outcome already", () => {
  const { result } = renderHook(useRecordOutcomes);
  act(() => result.current(all, "used"));
  expect(rows().map(({ change }) => ("item" in change ? change.item?.id : undefined))).not.toContain(eaten.id);
  undo();
  expect(left()).toEqual(AS_IT_WAS);
});

it("records the outcome of several, with one undo", () => {
  const { result } = renderHook(useRecordOutcomes);
  act(() => result.current(all, "tossed"));
  expect(active()).toEqual([]);
  expect(left()).toEqual(["Egg", "Ham", "Oil"].map((name) => [name, "deleted", "tossed"]));
  undo();
  expect(active()).toEqual([]);
  expect(left()).toEqual(AS_IT_WAS);
});
