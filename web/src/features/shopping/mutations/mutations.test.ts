// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { rowOf } from "../../../../test/support/rows";
import { outbox } from "../../../api/outbox/outbox";
import { overlayShoppingList } from "../../../api/outbox/overlay";
import type { QueuedChange } from "../../../api/outbox/rows";
import type { GroceryItem, ShoppingListItem } from "../../../api/types";
import { loadCatalogue } from "../../../lib/domain/products";
import { clearToasts, currentToast } from "../../../ui/toasts";
import { listLinesOf, type ListLine } from "../list-lines";
import { useEditLine } from "./edit-line";
import { useAddRow, useClearCompleted, useClearList, useMoveToTracker, useRemoveLine, useTickLine } from "./rows";
import { useListUsedUpItem, useUnlistUsedUpItem } from "./list-used-up";

vi.mock("../../../api/outbox/outbox", () => ({ outbox: { submit: vi.fn(() => Promise.resolve(null)) } }));

const row = (id: string, notes: string, unit = "l") =>
  rowOf("Milk", { id, unit, notes, addedAt: `2026-11-21T10:00:0${id}.000Z` });
const lineOf = (...items: ShoppingListItem[]) => listLinesOf(items)[0] as ListLine;
const shownOf = ({ name, category, amounts, notes }: ListLine) => ({
  name,
  category,
  quantity: amounts[0]?.quantity ?? 0,
  unit: amounts[0]?.unit ?? "",
  notes,
});
/** Runs what a hook returns. */
function run<Args extends unknown[], R>(hook: () => (...args: Args) => R, ...args: Args): R {
  const { result } = renderHook(hook);
  let answer: R | undefined;
  act(() => void (answer = result.current(...args)));
  return answer as R;
}
const undo = () => act(() => currentToast()?.action?.run());
const submitted = () => vi.mocked(outbox.submit).mock.calls.map(([change]) => change);

beforeEach(() => vi.mocked(outbox.submit).mockClear());
afterEach(clearToasts);

it("changes nothing when a line of several rows is saved untouched", () => {
  const line = lineOf(row("1", "cold"), row("2", "organic"), row("3", "small", "bottle"));
  run(useEditLine, line, shownOf(line), shownOf(line));
  expect(submitted()).toEqual([]);
});

it("finds the category of what was added before the catalogue was there", async () => {
  const shrimp = { name: "shrimp", category: "Pantry Staples", quantity: 1, unit: "item", notes: "" };
  run(useAddRow, shrimp, { findCategory: true });
  expect(submitted()).toMatchObject([{ kind: "list.add", item: shrimp }]);
  await loadCatalogue();
  await vi.waitFor(() =>
    expect(submitted()[1]).toMatchObject({ kind: "list.update", fields: { category: "Meat & Poultry" } }),
  );
});

it("leaves each note where it is, and once, when something else is corrected", () => {
  const line = lineOf(row("1", "cold"), row("2", "organic"), row("3", "small", "bottle"));
  run(useEditLine, line, shownOf(line), { ...shownOf(line), name: "Oat milk" });
  expect(submitted()).toEqual([
    { kind: "list.update", id: "1", fields: { name: "Oat milk", quantity: 2, notes: "cold · organic" } },
    { kind: "list.remove", id: "2" },
  ]);
});

it("takes the note that was typed for the whole line", () => {
  const line = lineOf(row("1", "cold"), row("3", "small", "bottle"));
  run(useEditLine, line, shownOf(line), { ...shownOf(line), notes: "any" });
  expect(submitted()).toEqual([
    { kind: "list.update", id: "1", fields: { notes: "any" } },
    { kind: "list.update", id: "3", fields: { notes: "" } },
  ]);
});

it("creates what was bought before the row is ticked, in one turn", async () => {
  const { result } = renderHook(useMoveToTracker);
  const moving = result.current([lineOf(row("1", ""))]);
  expect(submitted()).toEqual([]);
  await moving;
  expect(submitted().map(({ kind }) => kind)).toEqual(["item.create", "list.toggle"]);
});

describe("a change of the list shows at once, and undo takes it back", () => {
  const milk = row("1", "cold");
  const done = { ...row("2", ""), name: "Tea", isCompleted: true };
  const list = () =>
    vi
      .mocked(outbox.submit)
      .mock.calls.map(([change]) => ({ change, at: milk.addedAt }) as QueuedChange)
      .reduce(overlayShoppingList, [milk, done])
      .map(({ name, isCompleted }) => (isCompleted ? `${name}, done` : name));
  const asItWas = ["Milk", "Tea, done"];

  it.each<readonly [string, () => void, readonly string[]]>([
    [
      "adding a row",
      () => run(useAddRow, { name: "Jam", category: "Other", quantity: 1, unit: "jar", notes: "" }),
      ["Milk", "Tea, done", "Jam"],
    ],
    ["removing a line", () => run(useRemoveLine, lineOf(milk)), ["Tea, done"]],
    [
      "correcting a line",
      () => run(useEditLine, lineOf(milk), shownOf(lineOf(milk)), { ...shownOf(lineOf(milk)), name: "Rice" }),
      ["Rice", "Tea, done"],
    ],
    ["clearing the completed rows", () => run(useClearCompleted, [done]), ["Milk"]],
    ["clearing the list", () => run(useClearList, [milk, done]), []],
  ])("%s", (_, change, expected) => {
    change();
    expect(list()).toEqual(expected);
    undo();
    expect(list()).toEqual(asItWas);
  });

  it("moves a line to the tracker", async () => {
    const { result } = renderHook(useMoveToTracker);
    await act(() => result.current([lineOf(milk)]));
    expect(list()).toEqual(["Milk, done", "Tea, done"]);
    undo();
    expect(list()).toEqual(asItWas);
    expect(submitted().filter(({ kind }) => kind.startsWith("item"))).toMatchObject([
      { kind: "item.create", item: { name: "Milk" } },
      { kind: "item.delete", item: { name: "Milk" } },
    ]);
  });

  it("keeps the tick of one of several moved lines", async () => {
    const { result } = renderHook(useMoveToTracker);
    await act(() => result.current([lineOf(milk), lineOf(done)]));
    expect(list()).toEqual(["Milk, done", "Tea, done"]);
    expect(currentToast()?.text).toBe("2 items added to your grocery inventory.");
    undo();
    expect(list()).toEqual(asItWas);
    expect(submitted().filter(({ kind }) => kind === "item.delete")).toHaveLength(2);
  });

  it("undoes a tick by its opposite, which names the version that was seen", () => {
    run(useTickLine, lineOf(milk), true);
    expect(list()).toEqual(["Milk, done", "Tea, done"]);
    run(useTickLine, lineOf({ ...milk, version: 2 }), false);
    expect(list()).toEqual(asItWas);
    expect(submitted()[1]).toEqual({ kind: "list.toggle", id: "1", isCompleted: false, version: 2 });
  });

  it("removes a used-up item's row when it is restored", async () => {
    const ham = { id: "i", name: "Ham", category: "Meat", unit: "item" } as GroceryItem;
    await run(useListUsedUpItem, ham);
    expect(list()).toEqual([...asItWas, "Ham"]);
    run(useUnlistUsedUpItem, "another");
    expect(list()).toEqual([...asItWas, "Ham"]);
    run(useUnlistUsedUpItem, "i");
    expect(list()).toEqual(asItWas);
  });
});
