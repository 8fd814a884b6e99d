import { expect, it } from "vitest";
import { itemOf } from "../../../../test/support/rows";
import type { GroceryItem } from "../../../api/types";
import { mostUrgent, readySearches } from "./ready-searches";

const now = new Date(2026, 10, 28, 10);
const food = (name: string, category: string, day: string, more: Partial<GroceryItem> = {}) =>
  itemOf(name, { category, storage: "fridge", expiresOn: day, expiresAt: `${day}T23:59:59.999Z`, ...more });
const names = (items: readonly GroceryItem[]) => items.map(({ name }) => name);

const raspberries = food("Raspberries", "Fruit", "2026-11-28");
const chicken = food("Chicken", "Meat", "2026-11-28");
const cream = food("Cream", "Dairy", "2026-11-28", { dateKind: "use_by" });
const mushrooms = food("Mushrooms", "Vegetable", "2026-11-30");
const carrots = food("Carrots", "Vegetable", "2026-12-12");
const yogurt = food("Yogurt", "Dairy", "2026-11-29");

it("puts use-by dates, then meat and fish, first on a day", () => {
  const items = [mushrooms, raspberries, carrots, chicken, cream];
  expect(names(mostUrgent(items, now))).toEqual(["Cream", "Chicken", "Raspberries", "Mushrooms"]);
});

it("groups meat with vegetables and dairy, and fruit apart", () => {
  const found = readySearches([raspberries, carrots, yogurt, mushrooms, chicken, cream], now).map(names);
  expect(found).toEqual([
    ["Chicken", "Cream", "Mushrooms"],
    ["Raspberries", "Yogurt", "Cream"],
  ]);
});

it("names each food once, and nothing that is no ingredient", () => {
  const items = [chicken, { ...chicken, id: "2" }, food("Soap", "Household", "2026-11-28")];
  expect(readySearches(items, now).map(names)).toEqual([["Chicken"]]);
});
