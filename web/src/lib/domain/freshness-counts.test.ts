import { expect, it } from "vitest";
import { countByFreshness, countDueByDay } from "./freshness-counts";

const now = new Date(2026, 10, 21, 12);
const item = (days: number) => ({ expiresAt: new Date(now.getTime() + days * 86_400_000).toISOString() });
const on = (day: number) => ({ expiresAt: new Date(2026, 10, 21 + day, 23, 59, 59, 999).toISOString() });

it("counts every item under exactly one freshness", () => {
  const items = [item(-1), item(0.2), item(3), item(3.1), item(40)];
  expect(countByFreshness(items, now)).toEqual({ expired: 1, soon: 2, fresh: 2 });
});

it("counts an item on its calendar day, without expired items and those after a week", () => {
  expect(countDueByDay([-1, 0, 1, 1, 6, 7].map(on), now)).toEqual([1, 2, 0, 0, 0, 0, 1]);
});

it("counts as many expiring items as the next four days have", () => {
  const items = [-2, -1, 0, 0, 1, 2, 3, 3, 4, 9].map(on).concat([0.2, 1.7, 2.9, 3.2].map(item));
  const [today, tomorrow, second, third] = countDueByDay(items, now);
  expect((today ?? 0) + (tomorrow ?? 0) + (second ?? 0) + (third ?? 0)).toBe(countByFreshness(items, now).soon);
});
