// @vitest-environment jsdom
import { act, renderHook, waitFor, type RenderHookResult } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { itemOf } from "../../../../test/support/rows";
import { signIn } from "../../../../test/support/session";
import type { Change } from "../../../api/outbox/changes";
import { keys } from "../../../api/cached/queries";
import { queryClient } from "../../../api/cached/query-client";
import type { GroceryItem } from "../../../api/types";
import { noteUsedInReminder } from "../../../lib/domain/reminder-answers";
import { useListUsedUp } from "./use-list-used-up";

const fake = vi.hoisted(() => {
  const rows: { key: string; change: unknown }[] = [];
  const listeners = new Set<() => void>();
  const submit = (change: unknown) => {
    rows.push({ key: String(rows.length), change });
    listeners.forEach((listener) => listener());
    return Promise.resolve(null);
  };
  const outbox = {
    submit,
    pending: () => rows,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return { rows, submit, outbox, catalogue: Promise.resolve() };
});
vi.mock("../../../api/outbox/outbox", () => ({ outbox: fake.outbox }));
vi.mock("../../../lib/domain/products", async (original) => ({
  ...(await original<object>()),
  loadCatalogue: () => fake.catalogue.then(() => new Map()),
}));

const milk = itemOf("Milk", { id: "milk" });
const listed = () =>
  fake.rows.flatMap(({ change }) => {
    const { kind, item } = change as Change & { item?: { name: string } };
    return kind === "list.add" ? [item?.name] : [];
  });
const usedUp = (item: GroceryItem) =>
  act(async () => {
    await fake.submit({ kind: "item.outcome", itemId: item.id, outcome: "used", item });
    await new Promise((resolve) => setTimeout(resolve));
  });

const undo = (item: GroceryItem) => act(() => fake.submit({ kind: "item.restore", item }));
const kinds = () => fake.rows.map(({ change }) => (change as Change).kind);
let hook: RenderHookResult<ReturnType<typeof useListUsedUp>, unknown>;

beforeEach(() => {
  fake.rows.length = 0;
  fake.catalogue = Promise.resolve();
  vi.spyOn(document, "hasFocus").mockReturnValue(true);
  queryClient.setQueryData(keys.items, []);
  queryClient.setQueryData(keys.shoppingList, []);
  queryClient.setQueryData(keys.preferences, { listUsedUp: true });
  hook = renderHook(() => useListUsedUp());
});
afterEach(() => {
  hook.unmount();
  queryClient.clear();
});

it("adds a used-up item to the list", async () => {
  await usedUp(milk);
  expect(listed()).toEqual(["Milk"]);
});

it("adds a used-up item after an offline start, whose stored data counts as outdated", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await queryClient.invalidateQueries({ refetchType: "none" });
  await usedUp(milk);
  expect(listed()).toEqual(["Milk"]);
  expect(hook.result.current.askedItem).toBeNull();
});

it.each(["archived", "deleted"] as const)(
  "adds no item whose outcome is recorded while it is %s",
  async (itemStatus) => {
    await usedUp({ ...milk, itemStatus });
    expect(listed()).toEqual([]);
  },
);

it("removes the row when the item is restored", async () => {
  await usedUp(milk);
  await undo(milk);
  expect(kinds()).toEqual(["item.outcome", "list.add", "item.restore", "list.remove"]);
});

it("adds no row for an item that is restored while the catalogue is loading", async () => {
  let load = (): void => undefined;
  fake.catalogue = new Promise((resolve) => (load = resolve));
  await usedUp(milk);
  await undo(milk);
  load();
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(kinds()).toEqual(["item.outcome", "item.restore"]);
});

it("stops asking about an item that is restored, and keeps asking about another", async () => {
  localStorage.clear();
  queryClient.setQueryData(keys.preferences, {});
  await usedUp(milk);
  expect(hook.result.current.askedItem).toEqual(milk);
  await undo(itemOf("Cheese", { id: "cheese" }));
  expect(hook.result.current.askedItem).toEqual(milk);
  await undo(milk);
  expect(hook.result.current.askedItem).toBeNull();
});

describe("an item that was used up in a reminder", () => {
  const answers: Record<string, unknown> = {};
  const openPage = async () => {
    hook.unmount();
    await noteUsedInReminder(milk.id);
    hook = renderHook(() => useListUsedUp());
  };
  beforeEach(() => {
    signIn("me");
    Object.assign(answers, { "/api/items": [], "/api/items/archived": [], "/api/preferences": { listUsedUp: true } });
    vi.stubGlobal("fetch", async (path: string) => Response.json(answers[path]));
  });

  it.each(["/api/items", "/api/items/archived"])("is found by %s if the cache lacks it", async (path) => {
    answers[path] = [milk];
    await openPage();
    await waitFor(() => expect(listed()).toEqual(["Milk"]));
  });

  it("is listed after an offline start", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    queryClient.setQueryData(keys.items, [milk]);
    await queryClient.invalidateQueries({ refetchType: "none" });
    await openPage();
    await waitFor(() => expect(listed()).toEqual(["Milk"]));
  });

  it("is listed if the cache is older than the household's choice", async () => {
    localStorage.setItem("larder.used-up-asked", "1");
    queryClient.setQueryData(keys.preferences, {});
    queryClient.setQueryData(keys.items, [milk]);
    await openPage();
    await waitFor(() => expect(listed()).toEqual(["Milk"]));
    expect(hook.result.current.askedItem).toBeNull();
  });
});
