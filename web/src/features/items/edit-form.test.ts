import { expect, it } from "vitest";
import { chosenExpiry } from "../../lib/domain/chosen-day";
import { checkEdit, movedExpiry } from "./edit-form";

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
  expect(movedExpiry(item, 10)).toBe("2026-12-01T10:00:00.000Z");
  expect(movedExpiry(item, 7)).toBe(item.expiresAt);
  expect(movedExpiry(item, Number.NaN)).toBe(item.expiresAt);
});

it("a day that was chosen is the last good one, and the shelf life follows", () => {
  const item = { expiresAt: new Date(2026, 10, 28, 10).toISOString(), shelfLifeDays: 7 };
  expect(chosenExpiry(item, "2026-12-12")).toEqual({
    expiresAt: new Date(2026, 11, 12, 23, 59, 59, 999).toISOString(),
    shelfLifeDays: 21,
  });
  expect(chosenExpiry(item, "2026-11-01")?.shelfLifeDays).toBe(1);
  expect(chosenExpiry(item, "")).toBeUndefined();
});
