import { expect, it, vi } from "vitest";
import { itemOf } from "../../../../test/support/rows";
import type { GroceryItem } from "../../../api/types";
import { dayField } from "../../../lib/domain/freshness";
import { setLarderZone } from "../../../lib/time/larder-zone";
import { keepingAdvice } from "./advice";

const NOW = new Date("2026-11-21T10:00:00.000Z");
const from = (days: number) => new Date(NOW.getTime() + days * 86_400_000).toISOString();
const item = (name: string, left: number, more: Partial<GroceryItem> = {}) =>
  itemOf(name, {
    expiresAt: from(left),
    status: left <= 0 ? "expired" : left <= 3 ? "soon" : "fresh",
    ...more,
  });

const guide: NonNullable<GroceryItem["guide"]> = {
  usual: { storage: "fridge", days: 5, source: "larder" },
  effects: {
    opened: { storage: "fridge", days: 7, source: "foodkeeper" },
    frozen: { storage: "freezer", days: 90, source: "foodkeeper" },
    thawed: { storage: "fridge", days: 3, source: "estimate" },
  },
  opensWhenUsed: true,
  freezesBadly: false,
};

it("returns until when an item keeps frozen, and its days after opening", () => {
  const milk = keepingAdvice(item("Milk", 1, { guide, storage: "fridge" }), NOW);
  expect(milk.freezeUntil && dayField(milk.freezeUntil)).toBe("2027-02-19");
  expect(milk.opened).toBeUndefined();
  expect(keepingAdvice(item("Milk", 30, { guide, storage: "fridge" }), NOW).opened).toBe(7);
  expect(milk.keepIn).toBeUndefined();
});

it("does not advise to freeze an item that was thawed, is frozen or is past its use-by date", () => {
  for (const more of [
    { thawedAt: from(-1) },
    { storage: "freezer" as const },
    { dateKind: "use_by" as const, expiresAt: from(-0.1) },
  ])
    expect(keepingAdvice(item("Chicken", 1, { guide, category: "Meat", ...more }), NOW).freezeUntil).toBeUndefined();
});

it("returns the usual storage place of an item in another one", () => {
  expect(keepingAdvice(item("Milk", 1, { guide, storage: "counter" }), NOW).keepIn).toBe("fridge");
});

it.each([
  [14, { storage: "fridge", until: "2026-11-29" }],
  [1, undefined],
])("advises a storage place in which an item keeps %s days instead of 5 only if that is longer", (days, expected) => {
  const source = "larder" as const;
  const moved = [{ storage: "counter", days: 5, source } as const, { storage: "fridge", days, source } as const];
  const effects = { ...guide.effects, moved };
  // Three of five days are left: three fifths of the days in the other place.
  const tomatoes = item("Tomatoes", 3, { guide: { ...guide, effects }, storage: "counter" });
  const { move } = keepingAdvice(tomatoes, NOW);
  expect(move && { ...move, until: dayField(move.until) }).toEqual(expected);
});

it("gives the larder's days on a device farther east", () => {
  vi.stubEnv("TZ", "Europe/Berlin");
  setLarderZone("America/New_York");
  const { freezeUntil } = keepingAdvice(item("Milk", 1, { guide, storage: "fridge" }), NOW);
  setLarderZone(undefined);
  expect(freezeUntil && dayField(freezeUntil)).toBe("2027-02-19");
});
