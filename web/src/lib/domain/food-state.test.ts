import { expect, it } from "vitest";
import { dayIndex, expiryAfter } from "./freshness";
import { afterEvent, type Food, type FoodEvent } from "./food-state";

const NOW = new Date("2027-01-15T08:00:00.000Z");
const later = (days: number) => new Date(NOW.getTime() + days * 86_400_000);
const FRIDGE = { storage: "fridge", days: 6, source: "foodkeeper" } as const;
const PANTRY = { storage: "pantry", days: 3, source: "foodkeeper" } as const;
const GUIDE: NonNullable<Food["guide"]> = {
  effects: {
    opened: { storage: "fridge", days: 5, source: "foodkeeper" },
    frozen: { storage: "freezer", days: 90, source: "estimate" },
    thawed: { storage: "counter", days: 3, source: "usda" },
    moved: [FRIDGE, PANTRY],
  },
  opensWhenUsed: true,
};
/** Returns an item in the fridge that keeps for these days. */
const food = (days: number, more: Partial<Food> = {}): Food => ({
  category: "Fruit",
  storage: "fridge",
  expiresAt: expiryAfter(days, NOW),
  guide: GUIDE,
  ...more,
});
/** Returns the item after events on these days from now. */
function after(item: Food, ...events: [day: number, event: FoodEvent][]): Food {
  return events.reduce((item, [day, event]) => afterEvent(item, event, later(day)) ?? item, item);
}
const shown = (item: Food) => [dayIndex(item.expiresAt, NOW), item.storage, item.expiryReason?.because];
const opened: FoodEvent = { event: "opened" };
const frozen: FoodEvent = { event: "frozen" };
const thawed: FoodEvent = { event: "thawed" };
const to = (storage: "fridge" | "freezer" | "pantry", place?: string): FoodEvent => ({
  event: "moved",
  storage,
  ...(place !== undefined && { place }),
});

it("computes the server's date of each event, also on a later day", () => {
  expect(shown(after(food(120, { storage: "pantry" }), [2, opened]))).toEqual([7, "fridge", "opened"]);
  expect(shown(after(food(4), [2, opened]))).toEqual([4, "fridge", undefined]);
  expect(shown(after(food(2), [1, frozen]))).toEqual([91, "freezer", "frozen"]);
  expect(shown(after(food(200), [1, frozen]))).toEqual([200, "freezer", undefined]);
  expect(shown(after(food(6), [0, to("pantry")]))).toEqual([3, "pantry", "moved"]);
  expect(shown(after(food(6), [2, to("pantry")], [2, to("fridge")]))).toEqual([6, "fridge", "moved"]);
});

it("gives thawed food the days that it had left when frozen: at least one, and at most those of thawed food", () => {
  expect(shown(after(food(2), [0, frozen], [50, thawed]))).toEqual([52, "counter", "thawed"]);
  expect(shown(after(food(9), [0, to("freezer")], [50, to("fridge")]))).toEqual([53, "fridge", "thawed"]);
  expect(shown(after(food(-1), [0, frozen], [9, thawed]))).toEqual([10, "counter", "thawed"]);
});

it("keeps the date of an item without the effects of an event", () => {
  expect(shown(after(food(9), [0, frozen], [1, opened]))).toEqual([90, "freezer", "frozen"]);
  expect(shown(after(food(9), [0, opened], [0, to("pantry")]))).toEqual([5, "pantry", "opened"]);
  const unseen = food(9, { guide: null });
  for (const event of [opened, frozen, to("pantry")])
    expect(after(unseen, [0, event]).expiresAt).toBe(unseen.expiresAt);
});

it("opens a package when a part of it is used", () => {
  const half: FoodEvent = { event: "used", left: 0.5 };
  expect(after(food(9), [0, half])).toMatchObject({ left: 0.5, openedAt: NOW.toISOString() });
  const several = after(food(9, { guide: { ...GUIDE, opensWhenUsed: false } }), [0, half]);
  expect([several.left, several.openedAt, dayIndex(several.expiresAt, NOW)]).toEqual([0.5, undefined, 9]);
  expect(after(several, [0, { event: "used", left: 1 }]).left).toBeNull();
});

it("returns undefined for a repeated event, and for freezing food past its use-by date", () => {
  for (const event of [opened, frozen, to("pantry")])
    expect(afterEvent(after(food(9), [0, event]), event, NOW)).toBeUndefined();
  expect(afterEvent(food(9), thawed, NOW)).toBeUndefined();
  expect(afterEvent(food(-1, { dateKind: "use_by" }), frozen, NOW)).toBeUndefined();
});

it("keeps an own place until the item is put elsewhere", () => {
  const stored = food(9, { storage: "pantry", place: "cellar" });
  expect(after(stored, [0, { event: "used", left: 0.25 }]).place).toBeNull();
  expect(after({ ...stored, guide: null }, [0, opened]).place).toBe("cellar");
  expect(after(stored, [0, frozen]).place).toBeNull();
  expect(after(stored, [0, to("pantry")])).toMatchObject({ storage: "pantry", place: null });
  expect(after(stored, [0, to("pantry", "shelf")])).toMatchObject({ storage: "pantry", place: "shelf" });
  expect(afterEvent(stored, to("pantry", "cellar"), NOW)).toBeUndefined();
});
