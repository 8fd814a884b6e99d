import { afterEach, expect, it, vi } from "vitest";
import { categoryNamed, loadCatalogue, productNamed, type Product } from "./products";

afterEach(() => vi.unstubAllGlobals());

const apples: Product = { name: "Apples", names: { de: "Äpfel" }, unit: "item", days: 21 };
const pie: Product = { name: "Apple", names: {}, unit: "box", days: 4 };

/** Counts its iterations. */
class Counted extends Map<string, readonly Product[]> {
  looks = 0;
  override [Symbol.iterator]() {
    this.looks += 1;
    return super[Symbol.iterator]();
  }
}

it("goes through the catalogue once, however many names it is asked for", () => {
  const catalogue = new Counted([
    ["Fruits", [apples]],
    ["Bread & Bakery", [pie]],
  ]);
  for (let n = 0; n < 500; n += 1) expect(productNamed(`Thing ${n}`, catalogue)).toBeUndefined();
  expect(productNamed(" Apfel", catalogue)?.category).toBe("Fruits");
  expect(catalogue.looks).toBe(1);
});

it("prefers the very name to the same word in the singular, and of two the first", () => {
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
])("files “%s” under %s", async (name, category) => {
  vi.stubGlobal("navigator", { languages: ["en-GB", "de", "fr"] });
  expect(categoryNamed(name, await loadCatalogue())).toBe(category);
});
