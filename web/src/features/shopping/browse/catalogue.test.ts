import { expect, it } from "vitest";
import type { Catalogue } from "../../../lib/domain/products";
import { withServerItems } from "./catalogue";

const small: Catalogue = new Map([
  [
    "Dairy & Eggs",
    [
      { name: "Milk", names: { de: "Milch" }, unit: "gallon", days: 5 },
      { name: "Crème fraîche", names: { de: "Crème fraîche" }, unit: "tub", days: 21 },
    ],
  ],
  ["Bread & Bakery", [{ name: "Banana bread", names: { de: "Bananenbrot" }, unit: "loaf", days: 4 }]],
]);

it("adds products that only the server has, and keeps its own German names", () => {
  const merged = withServerItems(small, [
    {
      category: "Dairy & Eggs",
      items: [
        { name: "Milk", nameDe: "Vollmilch", unit: "l", shelfLifeDays: 9, storage: "fridge" },
        { name: "Skyr", nameDe: "Skyr", unit: "tub", shelfLifeDays: 20, storage: "fridge" },
      ],
    },
  ]);
  expect(merged.get("Dairy & Eggs")?.map((product) => [product.name, product.names.de, product.days])).toEqual([
    ["Milk", "Milch", 5],
    ["Crème fraîche", "Crème fraîche", 21],
    ["Skyr", "Skyr", 20],
  ]);
});

it("returns the site's own catalogue if the server has no other products", () => {
  expect(withServerItems(small, undefined)).toBe(small);
  expect(
    withServerItems(small, [
      {
        category: "Bread & Bakery",
        items: [{ name: "Banana bread", nameDe: "Bananenbrot", unit: "loaf", shelfLifeDays: 4, storage: "counter" }],
      },
    ]),
  ).toBe(small);
});
