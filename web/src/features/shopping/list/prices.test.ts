import { expect, it } from "vitest";
import { itemOf } from "../../../../test/support/rows";
import type { GroceryItem } from "../../../api/types";
import { priceOf, pricesOf } from "./prices";

const SHOPS = new Map([
  ["old", "Billa"],
  ["new", "Billa"],
  ["other", "Spar"],
]);
const bought = (name: string, price: number, more: Partial<GroceryItem> = {}) =>
  itemOf(name, { price, currency: "EUR", quantity: 1, unit: "item", createdAt: "2026-11-20T10:00:00Z", ...more });
const lineOf = (name: string, quantity = 1, unit = "item") => ({ name, amounts: [{ quantity, unit }] });

it.each([
  ["pieces by the piece", bought("Milk", 2.4, { quantity: 2 }), lineOf("milk", 3), 3.6],
  ["weights by the kilo", bought("Bananas", 1.5, { quantity: 0.75, unit: "kg" }), lineOf("Banana", 500, "g"), 1],
  ["one piece of a weighed food", bought("Bananas", 1.5, { quantity: 0.75, unit: "kg" }), lineOf("Banana"), 1.5],
  ["no weight of a food sold by the piece", bought("Flour", 0.9), lineOf("Flour", 500, "g"), undefined],
  ["nothing that was never bought", bought("Flour", 0.9), lineOf("Rice"), undefined],
  ["nothing by a refund", bought("Flour", -0.9), lineOf("Flour"), undefined],
])("prices %s", (_, item, line, price) => {
  const paid = priceOf(line, pricesOf([item], SHOPS));
  expect(paid && Number(paid.toFixed(2))).toBe(price);
});

it("prefers the newest price, first of the newest receipt's shop, in its currency", () => {
  const milk = [
    bought("Milk", 1, { scanSessionId: "old", createdAt: "2026-10-01T10:00:00Z" }),
    bought("Milk", 1.2, { scanSessionId: "new", createdAt: "2026-11-01T10:00:00Z" }),
    bought("Milk", 3, { scanSessionId: "other", createdAt: "2026-11-02T10:00:00Z" }),
    bought("Milk", 9, { currency: "CHF", createdAt: "2026-11-03T10:00:00Z" }),
  ];
  const paid = (items: GroceryItem[]) => priceOf(lineOf("Milk"), pricesOf(items, SHOPS));
  expect(paid(milk.slice(0, 3))).toBe(3);
  const bread = bought("Bread", 2, { scanSessionId: "new", purchasedOn: "2026-11-20" });
  expect(paid([...milk, bread])).toBe(1.2);
});
