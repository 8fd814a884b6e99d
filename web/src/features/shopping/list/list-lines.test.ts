import { expect, it } from "vitest";
import { rowOf } from "../../../../test/support/rows";
import type { ShoppingListItem } from "../../../api/types";
import { aislesOf, amountsByName, listLinesOf } from "./list-lines";

let serial = 0;
const item = (name: string, category: string, more: Partial<ShoppingListItem> = {}) =>
  rowOf(name, { id: String((serial += 1)).padStart(4, "0"), category, ...more });

it("combines rows of one name into a line, with all amounts and notes", () => {
  const [milk, ...rest] = listLinesOf([
    item("Milk", "Dairy & Eggs", { notes: "fresh" }),
    item("milk ", "Pantry Staples", { quantity: 2 }),
    item("MILK", "Dairy & Eggs", { unit: "carton", notes: "oat" }),
  ]);
  expect(rest).toEqual([]);
  expect(milk).toMatchObject({
    name: "Milk",
    category: "Dairy & Eggs",
    amounts: [
      { unit: "item", quantity: 3 },
      { unit: "carton", quantity: 1 },
    ],
    notes: "fresh · oat",
  });
  expect(milk?.items).toHaveLength(3);
});

it("combines singular and plural of a food, but no names that differ by an accent", () => {
  const names = ["Ei", "pâtes", "Eier", "pâté", "pâte"];
  const lines = listLinesOf(names.map((name) => item(name, "Pantry Staples", { quantity: 3 })));
  expect(lines.map(({ name, amounts }) => `${amounts[0]?.quantity} ${name}`)).toEqual([
    "6 Ei",
    "3 pâtes",
    "3 pâté",
    "3 pâte",
  ]);
});

it("separates pending and completed rows", () =>
  expect(listLinesOf([item("Milk", "Fruits"), item("Milk", "Fruits", { isCompleted: true })])).toHaveLength(2));

it("sorts lines by aisle, unknown ones last, then by time", () => {
  const names = listLinesOf([
    item("Soap", "Cleaning Supplies"),
    item("Nails", "Workshop"),
    item("Oats", "Pantry Staples"),
    item("Pears", "Fruits"),
    item("Leeks", "Vegetables"),
    item("Apples", "Fruits"),
    item("Rope", "Workshop"),
  ]).map(({ name }) => name);
  expect(names).toEqual(["Pears", "Apples", "Leeks", "Oats", "Soap", "Nails", "Rope"]);
});

it("sorts by the household's order first; other categories follow similar ones or keep their position", () => {
  const list = [
    item("Soap", "Cleaning Supplies"),
    item("Pears", "Fruits"),
    item("Rolls", "Bakery"),
    item("Loaf", "Bread & Bakery"),
    item("Nails", "Workshop"),
    item("Eggs", "Dairy & Eggs"),
  ];
  const names = (own: readonly string[]) => listLinesOf(list, own).map(({ name }) => name);
  expect(names(["Bread & Bakery", "Workshop", "Fruits"])).toEqual(["Rolls", "Loaf", "Nails", "Pears", "Eggs", "Soap"]);
  expect(names([])).toEqual(["Pears", "Eggs", "Rolls", "Loaf", "Soap", "Nails"]);
});

it("treats synonymous names as one aisle", () => {
  const list = [item("Pears", "Fruit"), item("Oats", "Pantry"), item("Plums", "Fruits"), item("Milk", "dairy")];
  expect(listLinesOf(list).map(({ name, category }) => `${name}: ${category}`)).toEqual([
    "Pears: Fruits",
    "Plums: Fruits",
    "Milk: Dairy & Eggs",
    "Oats: Pantry Staples",
  ]);
  expect(aislesOf(list, ["Bakery", "Bread & Bakery"])).toHaveLength(12);
});

it("returns the categories of the catalogue and the list in their order", () => {
  const aisles = aislesOf([item("Nails", "Workshop")], ["Snacks", "Workshop"]);
  expect(aisles.slice(0, 4)).toEqual(["Snacks", "Workshop", "Fruits", "Vegetables"]);
  expect(aisles).toHaveLength(13);
});

it("adds amounts without rounding errors", () => {
  const [rice] = listLinesOf([0.1, 0.2].map((quantity) => item("Rice", "Pantry Staples", { quantity, unit: "kg" })));
  expect(rice?.amounts).toEqual([{ unit: "kg", quantity: 0.3 }]);
});

it("keeps amounts in different units separate", () => {
  const listed = amountsByName([
    item("Milk", "Dairy & Eggs", { unit: "l", quantity: 2 }),
    item("milk", "Dairy & Eggs"),
    item("Milk", "Dairy & Eggs", { unit: "l", quantity: 0.5 }),
    item("Oats", "Pantry Staples", { unit: "bag", quantity: 3 }),
  ]);
  expect([...listed.values()]).toEqual([
    [
      { unit: "l", quantity: 2.5 },
      { unit: "item", quantity: 1 },
    ],
    [{ unit: "bag", quantity: 3 }],
  ]);
});
