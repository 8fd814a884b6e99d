import { expect, it } from "vitest";
import { itemOf } from "../../../../test/support/rows";
import type { GroceryItem, ShoppingListItem } from "../../../api/types";
import { isLastOf, isMissing, usedUpRow } from "./used-up-row";

const item = (id: string, name: string, more: Partial<GroceryItem> = {}) =>
  itemOf(name, { id, quantity: 0.5, unit: "carton", ...more });
const NOW = new Date("2026-11-24T10:00:00.000Z");

it("detects the last item of a name", () => {
  expect(isLastOf(item("1", "Milk"), [item("1", "Milk"), item("2", "Butter")])).toBe(true);
  expect(isLastOf(item("1", "Milk"), [item("2", " MILK ")])).toBe(false);
});

it("detects whether a pending row has the name of the item", () => {
  const row = (isCompleted: boolean) =>
    ({ ...usedUpRow(item("1", "Milk"), new Map(), "r", NOW), isCompleted }) as ShoppingListItem;
  expect(isMissing(item("1", "milk"), [row(false)])).toBe(false);
  expect(isMissing(item("1", "milk"), [row(true)])).toBe(true);
});

it("creates a row of quantity 1 in the aisle of the item's category", () => {
  expect(usedUpRow(item("1", "Kefir"), new Map(), "r", NOW)).toMatchObject({
    id: "r",
    name: "Kefir",
    category: "Dairy & Eggs",
    quantity: 1,
    unit: "carton",
    isCompleted: false,
    addedAt: NOW.toISOString(),
  });
});

it("prefers the catalogue's category for a row", () => {
  const catalogue = new Map([["Vegetables", [{ name: "Tofu", names: { de: "Tofu" }, unit: "pack", days: 9 }]]]);
  expect(usedUpRow(item("1", "Tofu", { category: "Other" }), catalogue, "r", NOW).category).toBe("Vegetables");
});
