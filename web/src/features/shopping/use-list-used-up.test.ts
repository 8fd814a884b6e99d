// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { itemOf } from "../../../test/support/rows";
import type { Change } from "../../api/outbox/changes";
import { keys } from "../../api/cached/queries";
import { queryClient } from "../../api/cached/query-client";
import type { GroceryItem } from "../../api/types";
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
  return { rows, submit, outbox };
});
vi.mock("../../api/outbox/outbox", () => ({ outbox: fake.outbox }));
vi.mock("../../lib/domain/products", async (original) => ({
  ...(await original<object>()),
  loadCatalogue: () => Promise.resolve(new Map()),
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

beforeEach(() => {
  fake.rows.length = 0;
  vi.spyOn(document, "hasFocus").mockReturnValue(true);
  queryClient.setQueryData(keys.items, []);
  queryClient.setQueryData(keys.shoppingList, []);
  queryClient.setQueryData(keys.preferences, { listUsedUp: true });
  renderHook(useListUsedUp);
});
afterEach(() => queryClient.clear());

it("adds a used-up item to the list", async () => {
  await usedUp(milk);
  expect(listed()).toEqual(["Milk"]);
});

it.each(["archived", "deleted"] as const)(
  "adds no item whose outcome is recorded while it is %s",
  async (itemStatus) => {
    await usedUp({ ...milk, itemStatus });
    expect(listed()).toEqual([]);
  },
);
