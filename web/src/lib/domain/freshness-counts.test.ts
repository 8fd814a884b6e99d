import { expect, it } from "vitest";
import { freshnessAt } from "./freshness";
import { countByFreshness, countDueByDay } from "./freshness-counts";

const now = new Date(2026, 10, 21, 12);
const item = (days: number) => {
  const expiresAt = new Date(now.getTime() + days * 86_400_000).toISOString();
  return { expiresAt, status: freshnessAt(expiresAt, now) };
};

it("counts every item under exactly one freshness", () => {
  const items = [item(-1), item(0.2), item(3), item(3.1), item(40)];
  expect(countByFreshness(items, now)).toEqual({ expired: 1, soon: 2, fresh: 2 });
});

it("counts an item on its calendar day, without expired items and those after a week", () => {
  const items = [item(-0.1), item(0.3), item(0.6), item(1), item(6), item(7)];
  expect(countDueByDay(items, now)).toEqual([1, 2, 0, 0, 0, 0, 1]);
});
