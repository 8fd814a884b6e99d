import { expect, it } from "vitest";
import type { GroceryItem } from "../../api/types";
import { freshnessAt } from "../../lib/domain/freshness";
import { alike, counts, dueOn, shown } from "./selection";

const now = new Date(2026, 10, 21, 10, 0);
const item = (name: string, day: number, hour: number): GroceryItem => {
  const expiresAt = new Date(2026, 10, 21 + day, hour).toISOString();
  return {
    id: name, userId: "u", scanSessionId: null, name, category: "Dairy", quantity: 1, unit: "item", shelfLifeDays: 7,
    createdAt: now.toISOString(), expiresAt, status: freshnessAt(expiresAt, now), itemStatus: "active",
  };
};
const items = [item("next week", 9, 9), item("gone today", 0, 8), item("tonight", 0, 20), item("tomorrow", 1, 9), item("gone", -1, 9), item("sixth", 6, 23)];

it("puts the most urgent first, after what was just added", () => {
  expect(shown(items, "all", null, now).map(({ name }) => name)).toEqual(["gone", "gone today", "tonight", "tomorrow", "sixth", "next week"]);
  expect(shown(items, "all", null, now, new Set(["sixth"]))[0]?.name).toBe("sixth");
});

it("keeps what was corrected where it stood", () => {
  const corrected = items.map((other) => (other.name === "tonight" ? item("tonight", 30, 9) : other));
  const order = (held?: ReadonlyMap<string, string>) => shown(corrected, "all", null, now, undefined, held).map(({ name }) => name);
  expect(order().at(-1)).toBe("tonight");
  expect(order(new Map([["tonight", item("tonight", 0, 20).expiresAt]]))[2]).toBe("tonight");
});

it("knows what else is the same", () => {
  const four = [1, 2, 3, 4].map((n) => ({ ...item("Yogurt", n, 9), id: `${n}` }));
  const [first] = four;
  if (!first) throw new Error("none");
  expect(alike([...four, { ...first, id: "5", unit: "tub" }, { ...first, id: "6", name: "Kefir" }], first).map(({ id }) => id)).toEqual(["2", "3", "4"]);
});

it("filters by freshness and by day", () => {
  expect(shown(items, "expired", null, now).map(({ name }) => name)).toEqual(["gone", "gone today"]);
  expect(shown(items, "all", 0, now).map(({ name }) => name)).toEqual(["tonight"]);
  expect(shown(items, "fresh", 1, now)).toEqual([]);
});

it("counts states and days", () => {
  expect(counts(items, now)).toEqual({ fresh: 2, soon: 2, expired: 2 });
  expect(dueOn(items, now)).toEqual([1, 1, 0, 0, 0, 0, 1]);
});
