import { describe, expect, it } from "vitest";
import { CATEGORIES, loadCatalogue, search, shelfLifeOf, type Catalogue } from "../../../lib/domain/products";
import { withServerItems } from "./catalogue";

const small: Catalogue = new Map([
  [
    "Dairy & Eggs",
    [
      { name: "Milk", names: { de: "Milch" }, unit: "gallon", days: 5 },
      { name: "Crème fraîche", names: { de: "Crème fraîche" }, unit: "tub", days: 21 },
    ],
  ],
  [
    "Bread & Bakery",
    [{ name: "Banana bread", names: { de: "Bananenbrot", fr: "Cake à la banane" }, unit: "loaf", days: 4 }],
  ],
]);

describe("the catalogue of the site", () => {
  it("has exactly the twelve categories of the specification, with products in each", async () => {
    const catalogue = await loadCatalogue();
    expect([...catalogue.keys()].sort()).toEqual([...CATEGORIES].sort());
    for (const products of catalogue.values()) expect(products.length).toBeGreaterThan(5);
  });

  it("has shelf lives between 1 and 365 days", async () => {
    for (const products of (await loadCatalogue()).values()) {
      for (const product of products) {
        expect(product.days, product.name).toBeGreaterThanOrEqual(1);
        expect(product.days, product.name).toBeLessThanOrEqual(365);
      }
    }
  });
});

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

describe("searching", () => {
  const names = (text: string) => search(small, text, 10).map((found) => found.product.name);
  it("finds names in every language, without accents", () => {
    expect(names("creme")).toEqual(["Crème fraîche"]);
    expect(names("MILCH")).toEqual(["Milk"]);
    expect(names("cake a la")).toEqual(["Banana bread"]);
    expect(names("bread")).toEqual(["Banana bread"]);
  });
  it("finds nothing for a blank query", () => expect(names("  ")).toEqual([]));
  it("stops at the limit", () => expect(search(small, "a", 1)).toHaveLength(1));
});

describe("the shelf life by the name of a row", () => {
  it.each([
    ["Milk", 5],
    ["milch", 5],
    ["creme fraiche", 21],
    ["Banana bread", 4],
    ["Organic whole milk", 5],
    ["Milk chocolate", 7],
    ["cherry tomatoes", 5],
    ["Gala Apple", 14],
    ["strawberries", 3],
    ["Apple juice", 7],
    ["Birthday candles", 7],
  ])("%s: %d days", (name, days) => expect(shelfLifeOf(name, small)).toBe(days));
});
