import { expect, it } from "vitest";
import { loadCatalogue } from "../../../lib/domain/products";
import { productOf } from "./edit-form";

it("returns the new product's shelf life, and the default for an unknown name only if the item is uncertain", async () => {
  const catalogue = await loadCatalogue();
  const sure = { name: "Milk", confidence: 0.9 };
  const unsure = { name: "California Teriy X01", confidence: 0.4 };
  const milk = productOf(unsure, "Whole milk", catalogue);
  expect(milk?.category).toBe("Dairy");
  expect(milk?.days).toBeLessThan(30);
  expect(productOf(unsure, "Zorblax 77", catalogue)).toEqual({ days: 7, category: "Other" });
  expect(productOf(unsure, "California rolls", catalogue)?.days).toBeLessThanOrEqual(7);
  expect(productOf(sure, "Zorblax 77", catalogue)).toBeUndefined();
  expect(productOf(sure, " Milk ", catalogue)).toBeUndefined();
});
