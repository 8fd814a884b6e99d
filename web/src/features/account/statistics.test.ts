import { expect, it } from "vitest";
import { itemOf } from "../../../test/support/rows";
import { countByFreshness, dueThisWeek, countEndings, maxPerWeek, pricedMonths } from "./statistics";

const now = new Date(2026, 10, 21, 12);
const item = (days: number) => itemOf("x", { expiresAt: new Date(now.getTime() + days * 86_400_000).toISOString() });

it("counts every item under exactly one of three states", () => {
  expect(countByFreshness([item(-1), item(0.2), item(3), item(3.1), item(40)], now)).toEqual({
    expired: 1,
    soon: 2,
    fresh: 2,
  });
  expect(countByFreshness([], now)).toEqual({ fresh: 0, soon: 0, expired: 0 });
});

it("puts what is due on its calendar day and leaves out what is past or further away", () => {
  expect(dueThisWeek([item(-0.1), item(0.3), item(0.6), item(1), item(6), item(7)], now)).toEqual([
    1, 2, 0, 0, 0, 0, 1,
  ]);
});

it("adds up what was eaten and what was lost", () => {
  const weeks = [
    { monday: "2026-11-09", used: 3, tossed: 1, expired: 0 },
    { monday: "2026-11-16", used: 2, tossed: 0, expired: 4 },
  ];
  expect(countEndings(weeks)).toEqual({ used: 5, tossed: 1, expired: 4 });
  expect(maxPerWeek(weeks)).toBe(6);
  expect(maxPerWeek([])).toBe(0);
});

it("tells the latest month first, and none of which no price is known", () => {
  const month = (first: string, priced: number) => ({
    first,
    used: 7,
    tossed: 3,
    expired: 1,
    priced,
    money: priced ? [{ currency: "EUR", used: 12.5, lost: 3 }] : [],
  });
  const told = pricedMonths([month("2026-09-01", 0), month("2026-10-01", 4), month("2026-11-01", 9)]);
  expect(told.map(({ first, priced, things }) => [first, priced, things])).toEqual([
    ["2026-11-01", 9, 11],
    ["2026-10-01", 4, 11],
  ]);
});
