import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { itemOf } from "../../../test/support/rows";
import { outbox } from "../../api/outbox/outbox";
import { overlayArchived, overlayItems } from "../../api/outbox/overlay";
import type { QueuedChange } from "../../api/outbox/rows";
import { keys } from "../../api/cached/queries";
import { queryClient } from "../../api/cached/query-client";
import type { GroceryItem } from "../../api/types";
import { clearToasts, currentToast } from "../../ui/toasts";
import { recordOutcomes, restoreItem, restoreItems } from "./mutations";

vi.mock("../../api/outbox/outbox", () => ({
  outbox: { submit: vi.fn(() => Promise.resolve(null)), pending: () => [], subscribe: () => () => undefined },
}));

const archivedItem = (name: string, more: Partial<GroceryItem>) => itemOf(name, { itemStatus: "archived", ...more });
const eaten = archivedItem("Ham", { outcome: "used" });
const archived = archivedItem("Egg", {});
const deleted = archivedItem("Oil", { itemStatus: "deleted" });
const all = [archived, eaten, deleted];

const rows = () =>
  vi.mocked(outbox.submit).mock.calls.map(([change]) => ({ change, at: eaten.createdAt }) as QueuedChange);
const active = () =>
  rows()
    .reduce(overlayItems, [])
    .map(({ name }) => name);
const shown = () =>
  rows()
    .reduce(overlayArchived, all)
    .map(({ name, itemStatus, outcome }) => [name, itemStatus, outcome ?? null])
    .toSorted();
const UNCHANGED = [
  ["Egg", "archived", null],
  ["Ham", "archived", "used"],
  ["Oil", "deleted", null],
];
const undo = () => currentToast()?.action?.run();

beforeEach(() => {
  vi.mocked(outbox.submit).mockClear();
  queryClient.setQueryData(keys.items, []);
});
afterEach(clearToasts);

it.each(all)("restores $name, and undo archives or deletes it again", (item) => {
  restoreItem(item);
  expect(active()).toEqual([item.name]);
  undo();
  expect(active()).toEqual([]);
  expect(shown()).toEqual(UNCHANGED);
});

it("restores several items, with one undo", () => {
  restoreItems(all);
  expect(active()).toEqual(["Egg", "Ham", "Oil"]);
  undo();
  expect(shown()).toEqual(UNCHANGED);
});

it("restores none of several items that exceed the limit of active items, and shows one message", () => {
  const full = Array.from({ length: 998 }, (_, index) => itemOf(`Item ${index}`, { itemStatus: "active" }));
  queryClient.setQueryData(keys.items, full);
  restoreItems(all);
  expect(rows()).toEqual([]);
  expect(currentToast()?.title).toBe("No room for 3 items");
  expect(currentToast()?.text).toContain("room for 2 more");
  restoreItems(all.slice(1));
  expect(rows()).toHaveLength(2);
});

it("changes no item that already has the outcome", () => {
  recordOutcomes(all, "used");
  expect(rows().map(({ change }) => ("item" in change ? change.item?.id : undefined))).not.toContain(eaten.id);
  undo();
  expect(shown()).toEqual(UNCHANGED);
});

it("records the outcome of several items, with one undo", () => {
  recordOutcomes(all, "tossed");
  expect(active()).toEqual([]);
  expect(shown()).toEqual(["Egg", "Ham", "Oil"].map((name) => [name, "deleted", "tossed"]));
  undo();
  expect(active()).toEqual([]);
  expect(shown()).toEqual(UNCHANGED);
});
