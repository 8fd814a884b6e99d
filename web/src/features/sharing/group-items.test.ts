import { expect, it } from "vitest";
import { SHARED_ORDER, groupByCategory } from "./group-items";

const item = (category: string, name = category) => ({ id: name, name, category, quantity: 1, unit: "item" });

it("keeps the specification's order, then whatever else the list has", () => {
  const mixed = [
    item("Garden"),
    ...[...SHARED_ORDER].reverse().map((category) => item(category)),
    item("Canned & Jarred"),
    item("Fruit"),
    item("Bread & Bakery"),
  ];
  expect(groupByCategory(mixed).map(([category]) => category)).toEqual([...SHARED_ORDER, "Garden", "Canned & Jarred"]);
});

it("leaves out empty categories and keeps items in the order they were shared", () => {
  expect(groupByCategory([item("Snacks", "b"), item("Fruits", "c"), item("Snacks", "a")])).toEqual([
    ["Fruits", [item("Fruits", "c")]],
    ["Snacks", [item("Snacks", "b"), item("Snacks", "a")]],
  ]);
  expect(groupByCategory([])).toEqual([]);
});
