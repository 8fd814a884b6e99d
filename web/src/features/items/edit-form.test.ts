import { afterEach, expect, it, vi } from "vitest";
import { chosenExpiry } from "../../lib/domain/chosen-day";
import { expiryAfter } from "../../lib/domain/freshness";
import { loadCatalogue } from "../../lib/products";
import { checkEdit, movedExpiry, productOf } from "./edit-form";

afterEach(() => vi.unstubAllEnvs());

const good = { name: "Milk", category: "Dairy", quantity: "1", shelfLife: "5" };

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
])("%j breaks %j", (change, problems) => expect([...checkEdit({ ...good, ...change })]).toEqual(problems));

it("moves the day by the difference in shelf life", () => {
  const item = { expiresAt: "2026-11-28T10:00:00.000Z", shelfLifeDays: 7 };
  expect(movedExpiry(item, 10)).toBe(expiryAfter(3, new Date(item.expiresAt)));
  expect(movedExpiry(item, 7)).toBe(item.expiresAt);
  expect(movedExpiry(item, Number.NaN)).toBe(item.expiresAt);
});

it("moves the day by calendar days over a change of clocks", () => {
  vi.stubEnv("TZ", "Europe/Berlin");
  // The end of 24 October; the clocks go back on the 25th.
  const item = { expiresAt: "2026-10-24T21:59:59.999Z", shelfLifeDays: 7 };
  expect(movedExpiry(item, 15)).toBe("2026-11-01T22:59:59.999Z");
  expect(movedExpiry({ ...item, expiresAt: "2026-03-25T22:59:59.999Z" }, 14)).toBe("2026-04-01T21:59:59.999Z");
});

it("a day that was chosen is the last good one, and the shelf life follows", () => {
  const item = { expiresAt: new Date(2026, 10, 28, 10).toISOString(), shelfLifeDays: 7 };
  expect(chosenExpiry(item, "2026-12-12")).toEqual({
    expiresAt: new Date(2026, 11, 12, 23, 59, 59, 999).toISOString(),
    expiresOn: "2026-12-12",
    shelfLifeDays: 21,
  });
  expect(chosenExpiry(item, "2026-11-01")?.shelfLifeDays).toBe(1);
  expect(chosenExpiry(item, "")).toBeUndefined();
});

it("a rename offers the new product's shelf life, and of an unknown one only where the old one was unsure, too", async () => {
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
