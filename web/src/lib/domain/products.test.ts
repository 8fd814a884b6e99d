import { expect, it, vi } from "vitest";
import { categoryNamed, loadCatalogue, productNamed, type Product } from "./products";

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
