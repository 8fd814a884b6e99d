import { describe, expect, it, vi } from "vitest";
import {
  CATEGORIES,
  categoryNamed,
  loadCatalogue,
  productNamed,
  search,
  shelfLifeOf,
  type Catalogue,
  type Product,
} from "./products";

const apples: Product = { name: "Apples", names: { de: "Äpfel" }, unit: "item", days: 21 };
const pie: Product = { name: "Apple", names: {}, unit: "box", days: 4 };

class CountingMap extends Map<string, readonly Product[]> {
  iterations = 0;
  override [Symbol.iterator]() {
    this.iterations += 1;
    return super[Symbol.iterator]();
  }
}

it("iterates over the catalogue once for many names", () => {
  const catalogue = new CountingMap([
    ["Fruits", [apples]],
    ["Bread & Bakery", [pie]],
  ]);
  for (let n = 0; n < 500; n += 1) expect(productNamed(`Name ${n}`, catalogue)).toBeUndefined();
  expect(productNamed(" Apfel", catalogue)?.category).toBe("Fruits");
  expect(catalogue.iterations).toBe(1);
});

it("prefers the exact name to its singular, and the first of two products", () => {
  const catalogue = new Map([
    ["Fruits", [apples]],
    ["Bread & Bakery", [pie, apples]],
  ]);
  expect(productNamed("apple", catalogue)).toEqual({ category: "Bread & Bakery", product: pie });
  expect(productNamed("Apples", catalogue)).toEqual({ category: "Fruits", product: apples });
  expect(productNamed("Apple", new Map([["Fruits", [apples]]]))?.product).toBe(apples);
});

it.each([
  ["milk", "Dairy & Eggs"],
  ["organic whole milk", "Dairy & Eggs"],
  ["Bio-Vollmilch", "Dairy & Eggs"],
  ["lait bio", "Dairy & Eggs"],
  ["detergent", "Cleaning Supplies"],
  ["Dinkelmehl", "Pantry Staples"],
  ["Rosinenbrot", "Bread & Bakery"],
  ["milk chocolate", "Snacks"],
  ["rote Äpfel", "Fruits"],
  ["qwertz", undefined],
  ["", undefined],
  ["2 %", undefined],
])("finds the category of “%s”: %s", async (name, category) => {
  vi.stubGlobal("navigator", { languages: ["en-GB", "de", "fr"] });
  expect(categoryNamed(name, await loadCatalogue())).toBe(category);
});

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
