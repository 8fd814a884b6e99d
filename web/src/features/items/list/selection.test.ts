import { expect, it, vi } from "vitest";
import { itemOf } from "../../../../test/support/rows";
import { freshnessAt } from "../../../lib/domain/freshness";
import { sameItems, visibleItems, type ItemsView } from "./selection";

vi.mock("../../../lib/language/i18n", () => ({ locale: () => "es" }));

const now = new Date(2026, 10, 21, 10, 0);
const item = (name: string, day: number, hour: number) => {
  const expiresAt = new Date(2026, 10, 21 + day, hour).toISOString();
  return itemOf(name, { expiresAt, status: freshnessAt({ expiresAt }, now) });
};
const items = [
  item("next week", 9, 9),
  item("gone today", 0, 8),
  item("tonight", 0, 20),
  item("tomorrow", 1, 9),
  item("gone", -1, 9),
  item("sixth", 6, 23),
];

const names = (view: Partial<ItemsView> = {}, of = items) =>
  visibleItems(of, { filter: "all", day: null, ...view }, now).map(({ name }) => name);

it("sorts added items first, then by expiry", () => {
  expect(names()).toEqual(["gone", "gone today", "tonight", "tomorrow", "sixth", "next week"]);
  expect(names({ added: new Set(["sixth"]) })[0]).toBe("sixth");
});

it("keeps the position of a changed item", () => {
  const corrected = items.map((other) => (other.name === "tonight" ? item("tonight", 30, 9) : other));
  expect(names({}, corrected).at(-1)).toBe("tonight");
  expect(names({ heldDates: new Map([["tonight", item("tonight", 0, 20).expiresAt]]) }, corrected)[2]).toBe("tonight");
});

it("finds equal items", () => {
  const four = [1, 2, 3, 4].map((n) => ({ ...item("Yogurt", n, 9), id: `${n}` }));
  const [first] = four;
  if (!first) throw new Error("no item");
  expect(
    sameItems([...four, { ...first, id: "5", unit: "tub" }, { ...first, id: "6", name: "Kefir" }], first).map(
      ({ id }) => id,
    ),
  ).toEqual(["2", "3", "4"]);
});

it("filters by own place, and by storage place including its own places", () => {
  const cellar = { id: "cellar", name: "Cellar", storage: "pantry" } as const;
  const kept = [
    { ...item("Rice", 30, 9), category: "Pantry" },
    { ...item("Wine", 90, 9), storage: "pantry" as const, place: "cellar" },
    item("Milk", 4, 9),
  ];
  expect(names({ place: cellar }, kept)).toEqual(["Wine"]);
  expect(names({ place: { id: "pantry", storage: "pantry" } }, kept)).toEqual(["Rice", "Wine"]);
});

it("filters by freshness, day, due items and place", () => {
  expect(names({ filter: "expired" })).toEqual(["gone", "gone today"]);
  const days = [-1, 0, 1, 2].map((day) => ({ ...item(`in ${day}`, day, 9), expiresOn: `2026-11-${21 + day}` }));
  expect(names({ day: 0 }, days)).toEqual(["in 0"]);
  expect(names({ filter: "fresh", day: 1 }, days)).toEqual([]);
  expect(names({ due: true })).toEqual(["gone", "gone today", "tonight", "tomorrow"]);
  const kept = [
    { ...item("Peas", 3, 9), storage: "freezer" as const },
    { ...item("Bread", 3, 9), category: "Bakery" },
    item("Milk", 3, 9),
  ];
  expect(names({ place: { id: "freezer", storage: "freezer" } }, kept)).toEqual(["Peas"]);
  // An item without a place is in the default place of its category.
  expect(names({ place: { id: "counter", storage: "counter" } }, kept)).toEqual(["Bread"]);
  expect(names({ place: { id: "fridge", storage: "fridge" } }, kept)).toEqual(["Milk"]);
});

it("finds words in name, category, notes and receipt line, ignoring case and accents", () => {
  const larder = [
    item("Crème fraîche", 3, 9),
    { ...item("Apples", 3, 9), category: "Fruit", notes: "the RED ones" },
    { ...item("Milch", 3, 9), rawText: "WEIH.H-MILCH" },
  ];
  const found = (query: string) => names({ query }, larder);
  expect(found("creme")).toEqual(["Crème fraîche"]);
  expect(found(" FRAICHE  cre ")).toEqual(["Crème fraîche"]);
  expect(found("fruit red")).toEqual(["Apples"]);
  expect(found("weih")).toEqual(["Milch"]);
  expect(found("fruit milk")).toEqual([]);
  expect(
    visibleItems(larder, { filter: "all", day: null, query: "obst" }, now, (name) =>
      name === "Fruit" ? "Obst" : name,
    ).map(({ name }) => name),
  ).toEqual(["Apples"]);
});

it("sorts by name, newest first and by category", () => {
  const larder = [
    { ...item("b", 1, 9), createdAt: "2026-11-20T10:00:00.000Z", category: "Meat" },
    { ...item("a", 2, 9), createdAt: "2026-11-21T10:00:00.000Z", category: "Meat" },
    { ...item("c", 3, 9), createdAt: "2026-11-19T10:00:00.000Z", category: "Dairy" },
  ];
  expect(names({ sort: "name" }, larder)).toEqual(["a", "b", "c"]);
  expect(names({ sort: "newest" }, larder)).toEqual(["a", "b", "c"]);
  expect(names({ sort: "category" }, larder)).toEqual(["c", "b", "a"]);
});

it("sorts by the alphabet of the user's language", () => {
  const larder = ["Ñoquis", "Orégano", "Nueces"].map((name) => item(name, 1, 9));
  expect(names({ sort: "name" }, larder)).toEqual(["Nueces", "Ñoquis", "Orégano"]);
});
