// @vitest-environment jsdom
import { beforeAll, expect, it } from "vitest";
import { parsePackageCode } from "../../lib/domain/gs1";
import { expiryAfter } from "../../lib/domain/freshness";
import type { Catalogue } from "../../lib/domain/products";
import { chooseLanguage, loadLanguage } from "../../lib/language/i18n";
import { load } from "virtual:language-files";
import { EMPTY_FIELDS as EMPTY, amountOf, withDay } from "../../ui/item-fields/model";
import { estimateOf, manualItem, withCategory, withLookup, withPackage } from "./manual-form";

beforeAll(() => loadLanguage(load));

const now = new Date("2026-11-21T10:00:00.000Z");

it.each([
  ["Dairy", "gallon", "5"],
  ["Meat", "lb", "2"],
  ["Bakery", "loaf", "3"],
  ["Fruit", "bunch", "4"],
  ["Vegetable", "lb", "5"],
])("sets for category %s unit %s and %s days", (category, unit, shelfLife) =>
  expect(withCategory(EMPTY, category)).toMatchObject({ category, unit, shelfLife }),
);

it("keeps unit and days for a category without a default entry", () =>
  expect(withCategory({ ...EMPTY, unit: "kg", shelfLife: "30" }, "Pantry")).toMatchObject({
    unit: "kg",
    shelfLife: "30",
  }));

it("returns the item of specification §3", () =>
  expect(manualItem({ ...EMPTY, name: " Milk ", quantity: "1,5" }, now)).toEqual({
    id: expect.any(String),
    userId: "",
    scanSessionId: null,
    name: "Milk",
    category: "Other",
    quantity: 1.5,
    unit: "item",
    shelfLifeDays: 7,
    createdAt: now.toISOString(),
    expiresAt: expiryAfter(7, new Date("2026-11-21T10:00:00.000Z")),
    status: "fresh",
    itemStatus: "active",
    notes: null,
  }));

it("returns no printed day after it was cleared", () => {
  const chosen = withDay({ ...EMPTY, name: "Milk" }, "2026-12-24", estimateOf(EMPTY, now));
  expect(manualItem(chosen, now)).toMatchObject({ expiresOn: "2026-12-24", dateKind: "best_before" });
  const cleared = manualItem(withDay(chosen, "", estimateOf(chosen, now)), now);
  expect(cleared).not.toHaveProperty("dateKind");
  expect(cleared).not.toHaveProperty("expiresOn");
});

const catalogue: Catalogue = new Map([
  ["Dairy & Eggs", [{ name: "Whole milk", names: { de: "Vollmilch" }, unit: "gallon", days: 5 }]],
  ["Pantry Staples", [{ name: "Rice", names: { de: "Reis" }, unit: "bag", days: 730 }]],
]);

it("fills the form with the category and the size of a looked-up product", () => {
  const size = { quantity: 400, unit: "g" };
  const rice = { name: "ja! Langkornreis", title: "Langkornreis", category: "Pantry Staples", size };
  expect(withLookup(EMPTY, rice, catalogue)).toMatchObject({
    name: "ja! Langkornreis",
    category: "Pantry",
    quantity: "400",
    unit: "g",
    shelfLife: "7",
  });
});

it("fills the form with the data of the looked-up product's name in the catalogue", () => {
  expect(withLookup(EMPTY, { name: "Weihenstephan Vollmilch", title: "Vollmilch" }, catalogue)).toMatchObject({
    name: "Weihenstephan Vollmilch",
    category: "Dairy",
    quantity: "1",
    shelfLife: "5",
  });
  // A name in which only a word is in the catalogue gives the category.
  expect(withLookup(EMPTY, { name: "Bio Rice", title: "Bio Rice" }, catalogue).category).toBe("Pantry");
});

it("fills in only the name of a looked-up product of which no more is known", () => {
  expect(withLookup(EMPTY, { name: "Xyz", title: "Xyz" }, undefined)).toEqual({ ...EMPTY, name: "Xyz" });
  // The unit of the category (a litre of dairy) would be wrong for cheese.
  expect(withLookup(EMPTY, { name: "Cheese", title: "Cheese", category: "Dairy & Eggs" }, undefined).unit).toBe("item");
});

it("fills in the amount that a code has", () => {
  const known = { name: "Water", category: "Beverages", quantity: 6, unit: "bottle" };
  expect(withPackage(EMPTY, { gtin: "09506000134352", known }, undefined, now)).toMatchObject({
    name: "Water",
    quantity: "6",
    unit: "bottle",
  });
});

it("keeps the kind of a scanned date when the product is named afterwards", () => {
  const printed = { day: "2026-12-24", kind: "use_by", photo: new Blob() } as const;
  const found = { gtin: "09506000134352", printed };
  const scanned = withPackage(EMPTY, found, undefined, now);
  expect(scanned).toMatchObject({ day: "2026-12-24", dateKind: "use_by", printed });
  expect(withPackage({ ...scanned, name: "Ham" }, found, undefined, now)).toEqual({ ...scanned, name: "Ham" });
});

it("keeps the weight of a code in a language with a decimal comma", async () => {
  await chooseLanguage("de");
  const code = parsePackageCode("(01)04012345678901(3103)001234", now);
  const fields = withPackage(EMPTY, { gtin: null, ...code }, undefined, now);
  expect([fields.quantity, fields.unit, amountOf(fields)]).toEqual(["1,234", "kg", 1.234]);
  await chooseLanguage("en");
});

it("keeps the place and the notes when a looked-up product fills the form", () => {
  const typed = { place: "cellar", notes: "for Ana" };
  const product = { name: "Ham", title: "Ham" } as Parameters<typeof withLookup>[1];
  expect(withLookup({ ...EMPTY, ...typed, quantity: "500", unit: "g" }, product, undefined)).toMatchObject({
    ...typed,
    name: "Ham",
    quantity: "1",
    unit: "item",
  });
});
