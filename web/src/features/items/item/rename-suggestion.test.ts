import { expect, it } from "vitest";
import { loadCatalogue } from "../../../lib/domain/products";
import { suggestForName } from "./rename-suggestion";

it("suggests the new product's data, and the defaults for an unknown name only if the item is uncertain", async () => {
  const catalogue = await loadCatalogue();
  const sure = { name: "Milk", confidence: 0.9 };
  const unsure = { name: "California Teriy X01", confidence: 0.4 };
  const milk = suggestForName(unsure, "Whole milk", catalogue);
  expect(milk?.category).toBe("Dairy");
  expect(milk?.days).toBeLessThan(30);
  expect(suggestForName(unsure, "Zorblax 77", catalogue)).toEqual({ days: 7, category: "Other" });
  expect(suggestForName(sure, "Zorblax 77", catalogue)).toBeUndefined();
  expect(suggestForName(sure, " Milk ", catalogue)).toBeUndefined();
});
