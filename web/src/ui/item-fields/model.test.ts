import { describe, expect, it, vi } from "vitest";
import contract from "../../../openapi.json";
import { freeTexts, maxLengthOf } from "../../api/item-fields";
import type { GroceryItem } from "../../api/types";
import { expiryAfter } from "../../lib/domain/freshness";
import { MAX_QUANTITY, MAX_SHELF_LIFE_DAYS } from "../../lib/domain/limits";
import { EMPTY_FIELDS, MAX_NAME_LENGTH, editedItem, fieldsOf, movedExpiry, problemsOf, withDay } from "./model";

const milk: GroceryItem = {
  id: "milk",
  userId: "me",
  scanSessionId: "s",
  name: "Milk",
  category: "Dairy",
  quantity: 1,
  unit: "item",
  shelfLifeDays: 5,
  createdAt: "2026-11-24T10:00:00.000Z",
  expiresAt: new Date(2026, 10, 29, 10).toISOString(),
  status: "fresh",
  itemStatus: "active",
  notes: null,
};
const fields = fieldsOf("en", milk);

it.each([
  [{}, []],
  [{ name: " " }, ["name"]],
  [{ category: "" }, ["category"]],
  [{ quantity: "0.1" }, []],
  [{ quantity: "0,5" }, []],
  [{ quantity: "0.09" }, ["quantity"]],
  [{ quantity: "abc" }, ["quantity"]],
  [{ quantity: "100001" }, ["quantity"]],
  [{ shelfLife: "0" }, ["shelfLife"]],
  [{ shelfLife: "" }, ["shelfLife"]],
  [{ name: "", category: "", quantity: "0", shelfLife: "0" }, ["name", "category", "quantity", "shelfLife"]],
])("finds the problems of %j: %j", (change, problems) =>
  expect([...problemsOf({ ...fields, ...change }, 0.1, true)]).toEqual(problems),
);

it("has the defaults of specification §5", () => {
  expect(EMPTY_FIELDS).toMatchObject({ quantity: "1", unit: "item", shelfLife: "7", category: "" });
});

it("checks the minimum quantity of the form", () => {
  expect([...problemsOf({ ...EMPTY_FIELDS, name: "x", quantity: "0.9" }, 1)]).toEqual(["quantity"]);
});

it("moves the day by the difference in shelf life", () => {
  const item = { expiresAt: "2026-11-28T10:00:00.000Z", shelfLifeDays: 7 };
  expect(movedExpiry(item, 10)).toBe(expiryAfter(3, new Date(item.expiresAt)));
  expect(movedExpiry(item, 7)).toBe(item.expiresAt);
  for (const invalid of [Number.NaN, 0, MAX_SHELF_LIFE_DAYS + 1])
    expect(movedExpiry(item, invalid)).toBe(item.expiresAt);
});

it("moves the day by calendar days over a change of clocks", () => {
  vi.stubEnv("TZ", "Europe/Berlin");
  // The end of 24 October; the clocks go back on the 25th.
  const item = { expiresAt: "2026-10-24T21:59:59.999Z", shelfLifeDays: 7 };
  expect(movedExpiry(item, 15)).toBe("2026-11-01T22:59:59.999Z");
  expect(movedExpiry({ ...item, expiresAt: "2026-03-25T22:59:59.999Z" }, 14)).toBe("2026-04-01T21:59:59.999Z");
});

describe("an edited item", () => {
  it("keeps its exact expiry time, unless a day is chosen", () => {
    expect(editedItem(milk, fields)).toEqual(milk);
    expect(editedItem(milk, { ...fields, name: " Oat milk ", quantity: "0,5" })).toEqual({
      ...milk,
      name: "Oat milk",
      quantity: 0.5,
    });
    expect(editedItem(milk, withDay(fields, "2026-12-02", milk))).toMatchObject({
      shelfLifeDays: 8,
      dateKind: "best_before",
      expiresOn: "2026-12-02",
      expiresAt: new Date(2026, 11, 2, 23, 59, 59, 999).toISOString(),
      expiryReason: null,
    });
  });

  it("has a printed date after choosing a day, and its own date after clearing it", () => {
    const picked = withDay(fields, "2026-12-02", milk);
    expect(withDay({ ...fields, dateKind: "use_by" }, "2026-12-02", milk).dateKind).toBe("use_by");
    expect(editedItem(milk, withDay(picked, "", milk))).toEqual(milk);
  });

  it("has the kind of a scanned date, which the user may change", () => {
    const printed = { day: "2026-12-02", kind: "use_by", photo: new Blob() } as const;
    const read = withDay({ ...fields, dateKind: "best_before" }, printed.day, milk, printed);
    expect(read).toMatchObject({ day: printed.day, dateKind: "use_by", printed });
    const changed = withDay({ ...read, dateKind: "best_before" }, "2026-12-03", milk);
    expect(changed).toMatchObject({ day: "2026-12-03", dateKind: "best_before", printed });
  });

  it("drops the chosen day when the shelf life is typed", () => {
    const picked = { ...milk, expiresOn: "2026-11-29" };
    expect(editedItem(picked, { ...fields, shelfLife: "9" })).toMatchObject({
      expiresOn: null,
      expiresAt: expiryAfter(4, new Date(milk.expiresAt)),
    });
  });
});

it("allows exactly what the API allows", () => {
  const { properties } = contract.components.schemas.ItemDraft;
  expect([MAX_NAME_LENGTH, MAX_QUANTITY, MAX_SHELF_LIFE_DAYS]).toEqual([
    properties.name.maxLength,
    properties.quantity.maximum,
    properties.shelfLifeDays.maximum,
  ]);
  expect(freeTexts(maxLengthOf)).toEqual(freeTexts((field) => properties[field].maxLength));
});
