import { expect, it } from "vitest";
import { countEndings, maxPerWeek, pricedMonths } from "./statistics";

it("counts items by ending, and the maximum per week", () => {
  const weeks = [
    { monday: "2026-11-09", used: 3, tossed: 1, expired: 0 },
    { monday: "2026-11-16", used: 2, tossed: 0, expired: 4 },
  ];
  expect(countEndings(weeks)).toEqual({ used: 5, tossed: 1, expired: 4 });
  expect(maxPerWeek(weeks)).toBe(6);
  expect(maxPerWeek([])).toBe(0);
});

it("returns the latest month first, without months that have no known price", () => {
  const month = (first: string, priced: number) => ({
    first,
    used: 7,
    tossed: 3,
    expired: 1,
    priced,
    money: priced ? [{ currency: "EUR", used: 12.5, lost: 3 }] : [],
  });
  const months = pricedMonths([month("2026-09-01", 0), month("2026-10-01", 4), month("2026-11-01", 9)]);
  expect(months.map(({ first, priced, itemCount }) => [first, priced, itemCount])).toEqual([
    ["2026-11-01", 9, 11],
    ["2026-10-01", 4, 11],
  ]);
});
