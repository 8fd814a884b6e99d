import { expect, it } from "vitest";
import { itemOf } from "../../../test/support/rows";
import { mainCurrency, monthShares, mostWasted } from "./statistics";

const month = (first: string, money: { currency?: string | null; used: number; lost: number }[]) => ({
  first,
  used: 7,
  tossed: 3,
  expired: 1,
  priced: money.length,
  money,
});

it("shows months in the currency with the largest sum", () => {
  const months = [
    month("2026-10-01", []),
    month("2026-11-01", [
      { currency: "EUR", used: 16.26, lost: 5.48 },
      { currency: "PLN", used: 3, lost: 1 },
    ]),
  ];
  const currency = mainCurrency(months);
  expect(currency).toEqual({ code: "EUR" });
  expect(monthShares(months, currency)).toEqual([
    { first: "2026-10-01", used: 0, lost: 0 },
    { first: "2026-11-01", used: 16.26, lost: 5.48 },
  ]);
});

it("shows numbers of items without prices", () => {
  const months = [month("2026-11-01", [])];
  expect(monthShares(months, mainCurrency(months))).toEqual([{ first: "2026-11-01", used: 7, lost: 4 }]);
});

it("names the three foods that were wasted most often, and what would have helped", () => {
  const wasted = (name: string, id: string, more = {}) => itemOf(name, { id, outcome: "tossed", ...more });
  const guide = { freezesBadly: false } as never;
  const foods = mostWasted([
    itemOf("Eaten", { outcome: "used" }),
    ...["1", "2", "3"].map((id) => wasted("Lettuce", id)),
    ...["4", "5"].map((id) => wasted("Bread", id, { guide })),
    itemOf("Cream", { swept: true, price: 2 }),
    wasted("Ham", "6", { price: 1 }),
  ]);
  expect(foods.map(({ item, count, help }) => [item.name, count, help])).toEqual([
    ["Lettuce", 3, "less"],
    ["Bread", 2, "freeze"],
    ["Cream", 1, "front"],
  ]);
});
