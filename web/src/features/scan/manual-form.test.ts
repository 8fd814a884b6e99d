import { expect, it } from "vitest";
import { EMPTY, checkManual, manualItem, withCategory } from "./manual-form";

const now = new Date("2026-11-21T10:00:00.000Z");

it("starts with quantity 1, unit item and 7 days", () =>
  expect(EMPTY).toMatchObject({ quantity: "1", unit: "item", shelfLife: "7", category: "" }));

it.each([
  ["Dairy", "gallon", "5"],
  ["Meat", "lb", "2"],
  ["Bakery", "loaf", "3"],
  ["Fruit", "bunch", "4"],
  ["Vegetable", "lb", "5"],
])("category %s brings unit %s and %s days", (category, unit, shelfLife) =>
  expect(withCategory(EMPTY, category)).toMatchObject({ category, unit, shelfLife }),
);

it("a category without a default entry leaves unit and days alone", () =>
  expect(withCategory({ ...EMPTY, unit: "kg", shelfLife: "30" }, "Pantry")).toMatchObject({
    unit: "kg",
    shelfLife: "30",
  }));

it("requires a name, a quantity of at least 1 and a day", () => {
  expect([...checkManual({ ...EMPTY, name: "  " })]).toEqual(["name"]);
  expect([...checkManual({ ...EMPTY, name: "x", quantity: "0.9", shelfLife: "0" })]).toEqual(["quantity", "shelfLife"]);
  expect([...checkManual({ ...EMPTY, name: "x", quantity: "1,5" })]).toEqual([]);
  expect([...checkManual({ ...EMPTY, name: "x", quantity: "", shelfLife: "soon" })]).toEqual(["quantity", "shelfLife"]);
});

it("makes the item of specification §3", () =>
  expect(manualItem({ ...EMPTY, name: " Milk ", quantity: "1,5" }, "id", "u", now)).toEqual({
    id: "id",
    userId: "u",
    scanSessionId: null,
    name: "Milk",
    category: "Other",
    quantity: 1.5,
    unit: "item",
    shelfLifeDays: 7,
    createdAt: now.toISOString(),
    expiresAt: "2026-11-28T10:00:00.000Z",
    status: "fresh",
    itemStatus: "active",
  }));
