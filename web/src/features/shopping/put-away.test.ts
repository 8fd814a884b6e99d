import { expect, it } from "vitest";
import type { GroceryItem, ShoppingListItem } from "../../api/types";
import { isFood, notPutAway } from "./put-away";

const NOW = new Date("2026-11-27T18:00:00.000Z");
const row = (name: string, completedAt: string | null, category = "Dairy & Eggs") =>
  ({
    id: name,
    name,
    category,
    unit: "item",
    quantity: 1,
    addedAt: "",
    isCompleted: completedAt !== null,
    completedAt,
  }) as ShoppingListItem;
const item = (name: string, createdAt: string) => ({ name, createdAt }) as GroceryItem;
const names = (list: readonly ShoppingListItem[], items: readonly GroceryItem[] = []) =>
  notPutAway(list, items, [], NOW).map((line) => line.name);

it("takes what was checked off on this trip", () =>
  expect(
    names([row("Milk", "2026-11-27T17:30:00.000Z"), row("Eggs", null), row("Ham", "2026-11-26T17:30:00.000Z")]),
  ).toEqual(["Milk"]));

it("leaves out what a swipe or a receipt has put into the larder since", () => {
  const list = [row("Milk", "2026-11-27T17:30:00.000Z"), row("Bananas", "2026-11-27T17:31:00.000Z")];
  expect(names(list, [item("milk", "2026-11-27T17:29:59.000Z"), item("Banana", "2026-11-20T10:00:00.000Z")])).toEqual([
    "Bananas",
  ]);
  expect(names(list, [item("Banana", "2026-11-27T17:50:00.000Z")])).toEqual(["Milk"]);
});

it("knows what does not spoil", () => {
  const at = "2026-11-27T17:30:00.000Z";
  const lines = notPutAway([row("Soap", at, "Cleaning Supplies"), row("Candles", at, "Party")], [], [], NOW);
  expect(lines.filter(isFood).map(({ name }) => name)).toEqual(["Candles"]);
});
