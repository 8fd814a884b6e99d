import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { itemOf, rowOf } from "../../../../test/support/rows";
import { keys } from "../../../api/cached/queries";
import { queryClient } from "../../../api/cached/query-client";
import { outbox } from "../../../api/outbox/outbox";
import { overlayShoppingList } from "../../../api/outbox/overlay";
import type { QueuedChange } from "../../../api/outbox/rows";
import type { GroceryItem, ShoppingListItem } from "../../../api/types";
import { loadCatalogue } from "../../../lib/domain/products";
import { clearToasts, currentToast } from "../../../ui/toasts";
import { listLinesOf, type ListLine } from "../list/list-lines";
import { editLine } from "./edit-line";
import { addRow, clearCompleted, clearList, moveToLarder, removeLine, tickLine } from "./rows";
import { listUsedUpItem, unlistUsedUpItem } from "./list-used-up";

vi.mock("../../../api/outbox/outbox", () => ({
  outbox: { submit: vi.fn(() => Promise.resolve(null)), pending: () => [] },
}));

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
const undo = () => currentToast()?.action?.run();
const submitted = () => vi.mocked(outbox.submit).mock.calls.map(([change]) => change);

beforeEach(() => {
  vi.mocked(outbox.submit).mockReset();
});
afterEach(clearToasts);

it("keeps the aisle of a line on the way to the larder and back to the list", async () => {
  const aisles = ["Canned & Jarred", "Cleaning Supplies", "Vegetables", "Garden"];
  await moveToLarder(aisles.map((category) => lineOf(rowOf(`Own ${category}`, { category }))));
  const items = submitted().flatMap((change) => (change.kind === "item.create" ? [change.item] : []));
  for (const item of items) await listUsedUpItem(item);
  expect(submitted().flatMap((change) => (change.kind === "list.add" ? [change.item.category] : []))).toEqual(aisles);
});

it("changes nothing when a line of several rows is saved unedited", () => {
  const line = lineOf(row("1", "cold"), row("2", "organic"), row("3", "small", "bottle"));
  editLine(line, shownOf(line), shownOf(line));
  expect(submitted()).toEqual([]);
});

it("sets the category of a row that was added before the catalogue was loaded", async () => {
  const shrimp = { name: "shrimp", category: "Pantry Staples", quantity: 1, unit: "item", notes: "" };
  addRow(shrimp, { findCategory: true });
  expect(submitted()).toMatchObject([{ kind: "list.add", item: shrimp }]);
  await loadCatalogue();
  await vi.waitFor(() =>
    expect(submitted()[1]).toMatchObject({ kind: "list.update", fields: { category: "Meat & Poultry" } }),
  );
});

it("renames the rows of all units, with their own notes", () => {
  const line = lineOf(row("1", "cold"), row("2", "organic"), row("3", "small", "bottle"));
  editLine(line, shownOf(line), { ...shownOf(line), name: "Oat milk" });
  expect(submitted()).toEqual([
    { kind: "list.update", id: "1", fields: { name: "Oat milk", quantity: 2, notes: "cold · organic" } },
    { kind: "list.update", id: "3", fields: { name: "Oat milk" } },
    { kind: "list.remove", id: "2" },
  ]);
  undo();
  expect(submitted()).toContainEqual({ kind: "list.update", id: "3", fields: { name: "Milk" } });
});

it("replaces the notes of all rows of a line by the typed one", () => {
  const line = lineOf(row("1", "cold"), row("3", "small", "bottle"));
  editLine(line, shownOf(line), { ...shownOf(line), notes: "any" });
  expect(submitted()).toEqual([
    { kind: "list.update", id: "1", fields: { notes: "any" } },
    { kind: "list.update", id: "3", fields: { notes: "" } },
  ]);
});

it("creates the bought item before it ticks the row, without a pause in between", async () => {
  const moving = moveToLarder([lineOf(row("1", ""))]);
  expect(submitted()).toEqual([]);
  await moving;
  expect(submitted().map(({ kind }) => kind)).toEqual(["item.create", "list.toggle"]);
});

it("unticks only the lines whose items are refused", async () => {
  vi.mocked(outbox.submit).mockImplementation((change) =>
    change.kind === "item.create" && change.item.name === "Milk"
      ? Promise.reject(new Error("No."))
      : Promise.resolve(null),
  );
  await moveToLarder([lineOf(row("1", "")), lineOf({ ...row("2", ""), name: "Tea" })]);
  expect(
    submitted().flatMap((change) => (change.kind === "list.toggle" ? [[change.id, change.isCompleted]] : [])),
  ).toEqual([
    ["1", true],
    ["2", true],
    ["1", false],
  ]);
});

it("moves nothing, and ticks nothing, if the larder has no room", async () => {
  queryClient.setQueryData(
    keys.items,
    Array.from({ length: 1_000 }, (_, n) => itemOf(`Item ${n}`)),
  );
  await moveToLarder([lineOf(row("1", ""))]);
  queryClient.removeQueries();
  expect(submitted()).toEqual([]);
  expect(currentToast()?.title).toBe("No room for 1 item");
});

it("moves a line once although it was swiped twice", async () => {
  await Promise.all([moveToLarder([lineOf(row("1", ""))]), moveToLarder([lineOf(row("1", ""))])]);
  expect(submitted().map(({ kind }) => kind)).toEqual(["item.create", "list.toggle"]);
});

describe("a change of the list shows at once, and undo reverts it", () => {
  const milk = row("1", "cold");
  const done = { ...row("2", ""), name: "Tea", isCompleted: true };
  const list = () =>
    vi
      .mocked(outbox.submit)
      .mock.calls.map(([change]) => ({ change, at: milk.addedAt }) as QueuedChange)
      .reduce(overlayShoppingList, [milk, done])
      .map(({ name, isCompleted }) => (isCompleted ? `${name}, done` : name));
  const unchanged = ["Milk", "Tea, done"];

  it.each<readonly [string, () => void, readonly string[]]>([
    [
      "adding a row",
      () => addRow({ name: "Jam", category: "Other", quantity: 1, unit: "jar", notes: "" }),
      ["Milk", "Tea, done", "Jam"],
    ],
    ["removing a line", () => removeLine(lineOf(milk)), ["Tea, done"]],
    [
      "correcting a line",
      () => editLine(lineOf(milk), shownOf(lineOf(milk)), { ...shownOf(lineOf(milk)), name: "Rice" }),
      ["Rice", "Tea, done"],
    ],
    ["clearing the completed rows", () => clearCompleted([done]), ["Milk"]],
    ["clearing the list", () => clearList([milk, done]), []],
  ])("%s", (_, change, expected) => {
    change();
    expect(list()).toEqual(expected);
    undo();
    expect(list()).toEqual(unchanged);
  });

  it("moves a line to the larder", async () => {
    await moveToLarder([lineOf(milk)]);
    expect(list()).toEqual(["Milk, done", "Tea, done"]);
    undo();
    expect(list()).toEqual(unchanged);
    expect(submitted().filter(({ kind }) => kind.startsWith("item"))).toMatchObject([
      { kind: "item.create", item: { name: "Milk" } },
      { kind: "item.delete", item: { name: "Milk" } },
    ]);
  });

  it("keeps the earlier tick of one of several moved lines", async () => {
    await moveToLarder([lineOf(milk), lineOf(done)]);
    expect(list()).toEqual(["Milk, done", "Tea, done"]);
    expect(currentToast()?.text).toBe("2 items added to your grocery inventory.");
    undo();
    expect(list()).toEqual(unchanged);
    expect(submitted().filter(({ kind }) => kind === "item.delete")).toHaveLength(2);
  });

  it("unticks a row by its version on screen", () => {
    tickLine(lineOf(milk), true);
    expect(list()).toEqual(["Milk, done", "Tea, done"]);
    tickLine(lineOf({ ...milk, version: 2 }), false);
    expect(list()).toEqual(unchanged);
    expect(submitted()[1]).toEqual({ kind: "list.toggle", id: "1", isCompleted: false, version: 2 });
  });

  it("removes the row of a used-up item when the item is restored", async () => {
    const ham = { id: "i", name: "Ham", category: "Meat", unit: "item" } as GroceryItem;
    await listUsedUpItem(ham);
    expect(list()).toEqual([...unchanged, "Ham"]);
    unlistUsedUpItem("another");
    expect(list()).toEqual([...unchanged, "Ham"]);
    unlistUsedUpItem("i");
    expect(list()).toEqual(unchanged);
  });
});
