import { expect, it } from "vitest";
import { SHARED_ORDER, groupByCategory, linesOf } from "./group-items";

const item = (category: string, name = category) => ({ id: name, name, category, quantity: 1, unit: "item" });

it("sorts categories in the specification's order, then the others", () => {
  const mixed = [
    item("Garden"),
    ...[...SHARED_ORDER].reverse().map((category) => item(category)),
    item("Canned & Jarred"),
    item("Fruit"),
    item("Bread & Bakery"),
  ];
  expect(groupByCategory(mixed).map(([category]) => category)).toEqual([...SHARED_ORDER, "Garden", "Canned & Jarred"]);
});

it("omits empty categories and keeps the order of items", () => {
  expect(groupByCategory([item("Snacks", "b"), item("Fruits", "c"), item("Snacks", "a")])).toEqual([
    ["Fruits", [item("Fruits", "c")]],
    ["Snacks", [item("Snacks", "b"), item("Snacks", "a")]],
  ]);
  expect(groupByCategory([])).toEqual([]);
});

it("counts rows of one food as the list does: as one line", () => {
  const rows = [item("Fruits", "Apple"), item("Snacks", "Nuts"), item("Fruits", "Apples")];
  expect(linesOf(rows).map((line) => line.map(({ name }) => name))).toEqual([["Apple", "Apples"], ["Nuts"]]);
});
