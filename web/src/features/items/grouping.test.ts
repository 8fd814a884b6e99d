import { expect, it } from "vitest";
import { itemOf } from "../../../test/support/rows";
import type { GroceryItem } from "../../api/types";
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

it("puts equal things on one card, the earliest first, where the first of them stands", () => {
  expect(ids([bread("b", 25), bread("x", 24, { name: "Rye" }), bread("a", 23, { name: " bread" })])).toEqual([
    ["a", "b"],
    ["x"],
  ]);
});

it("keeps apart what is kept, packed or begun otherwise", () => {
  const others = [
    bread("a", 23),
    bread("b", 23, { unit: "item" }),
    bread("c", 23, { storage: "freezer" }),
    bread("d", 23, { openedAt: "2026-11-20T10:00:00.000Z" }),
    bread("e", 23, { left: 0.5 }),
    bread("f", 23, { category: "Other" }),
  ];
  expect(ids(others)).toHaveLength(6);
  // Bread belongs on the counter by default.
  expect(ids([bread("a", 23), bread("b", 24, { storage: "counter" })])).toHaveLength(1);
});

it("stays the same card when one of several leaves", () => {
  const [both] = groupItems([bread("a", 23), bread("b", 24)]);
  const [one] = groupItems([bread("b", 24)]);
  expect(one?.key).toBe(both?.key);
});

it("knows a card that shows the same as before", () => {
  const a = bread("a", 23);
  const [one] = groupItems([a]);
  const [again] = groupItems([a]);
  const [changed] = groupItems([{ ...a, quantity: 2 }]);
  if (!one || !again || !changed) throw new Error("none");
  expect(isSameGroup(one, again)).toBe(true);
  expect(isSameGroup(one, changed)).toBe(false);
});

it("keeps apart what is in different own places, and names the place", () => {
  const chest = { id: "chest", name: "Second freezer", storage: "freezer" } as const;
  const frozen = { storage: "freezer" } as const;
  const items = [bread("a", 23, frozen), bread("b", 23, { ...frozen, place: "chest" })];
  expect(groupItems(items, [chest]).map(({ place }) => place)).toEqual([undefined, "Second freezer"]);
  // A place that was removed counts as none.
  expect(groupItems(items, [])).toHaveLength(1);
  const [before] = groupItems([items[1] as GroceryItem], [chest]);
  const [renamed] = groupItems([items[1] as GroceryItem], [{ ...chest, name: "Chest freezer" }]);
  if (!before || !renamed) throw new Error("none");
  expect(isSameGroup(before, renamed)).toBe(false);
});
