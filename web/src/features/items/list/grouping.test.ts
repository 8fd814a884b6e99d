import { expect, it } from "vitest";
import { itemOf } from "../../../../test/support/rows";
import type { GroceryItem } from "../../../api/types";
import { groupItems, isSameGroup } from "./grouping";

const bread = (id: string, day: number, more: Partial<GroceryItem> = {}) =>
  itemOf("Bread", {
    id,
    category: "Bakery",
    unit: "loaf",
    expiresAt: new Date(Date.UTC(2026, 10, day)).toISOString(),
    ...more,
  });
const ids = (items: readonly GroceryItem[]) => groupItems(items).map((group) => group.items.map(({ id }) => id));

it("groups equal items, the earliest first, at the position of the first in the list", () => {
  expect(ids([bread("b", 25), bread("x", 24, { name: "Rye" }), bread("a", 23, { name: " bread" })])).toEqual([
    ["a", "b"],
    ["x"],
  ]);
});

it("separates items by unit, storage place, food state and category", () => {
  const others = [
    bread("a", 23),
    bread("b", 23, { unit: "item" }),
    bread("c", 23, { storage: "freezer" }),
    bread("d", 23, { openedAt: "2026-11-20T10:00:00.000Z" }),
    bread("e", 23, { left: 0.5 }),
    bread("f", 23, { category: "Other" }),
  ];
  expect(ids(others)).toHaveLength(6);
  // "Bread & Bakery" is the aisle of the food category "Bakery".
  expect(ids([bread("a", 23), bread("b", 24, { category: "Bread & Bakery" })])).toHaveLength(1);
  // The default place of bread is the counter.
  expect(ids([bread("a", 23), bread("b", 24, { storage: "counter" })])).toHaveLength(1);
});

it("keeps the key of a group when one of its items is removed", () => {
  const [both] = groupItems([bread("a", 23), bread("b", 24)]);
  const [one] = groupItems([bread("b", 24)]);
  expect(one?.key).toBe(both?.key);
});

it("compares groups by their items", () => {
  const a = bread("a", 23);
  const [one] = groupItems([a]);
  const [again] = groupItems([a]);
  const [changed] = groupItems([{ ...a, quantity: 2 }]);
  if (!one || !again || !changed) throw new Error("no group");
  expect(isSameGroup(one, again)).toBe(true);
  expect(isSameGroup(one, changed)).toBe(false);
});

it("separates items in different own places, and names the place", () => {
  const chest = { id: "chest", name: "Second freezer", storage: "freezer" } as const;
  const frozen = { storage: "freezer" } as const;
  const items = [bread("a", 23, frozen), bread("b", 23, { ...frozen, place: "chest" })];
  expect(groupItems(items, [chest]).map(({ place }) => place)).toEqual([undefined, "Second freezer"]);
  // A place that was removed counts as none.
  expect(groupItems(items, [])).toHaveLength(1);
  const [before] = groupItems([items[1] as GroceryItem], [chest]);
  const [renamed] = groupItems([items[1] as GroceryItem], [{ ...chest, name: "Chest freezer" }]);
  if (!before || !renamed) throw new Error("no group");
  expect(isSameGroup(before, renamed)).toBe(false);
});
