import { describe, expect, it, vi } from "vitest";
import { itemOf, rowOf } from "../../../../test/support/rows";
import type { GroceryItem } from "../../../api/types";
import { sameFoodKey, type FoodKey } from "../../../lib/domain/food-name";
import { larderToday } from "../../../lib/domain/freshness";
import type { Catalogue } from "../../../lib/domain/products";
import type { Language } from "../../../lib/language/i18n";
import { setLarderZone } from "../../../lib/time/larder-zone";
import { boughtBefore, matchingProducts, recentProducts, type KnownProducts } from "./suggestions";

const catalogue: Catalogue = new Map([
  [
    "Dairy & Eggs",
    [
      { name: "Milk", names: { de: "Milch" }, unit: "gallon", days: 5 },
      { name: "Buttermilk", names: { de: "Buttermilch" }, unit: "carton", days: 9 },
    ],
  ],
  ["Beverages", [{ name: "Oat milk", names: { de: "Hafermilch" }, unit: "carton", days: 9 }]],
]);
const item = (name: string, more: Partial<GroceryItem> = {}) =>
  itemOf(name, { createdAt: "2026-11-01T10:00:00.000Z", changedAt: "2026-11-02T10:00:00.000Z", ...more });
const row = (name: string, at: string) =>
  rowOf(name, { id: `${name}${at}`, category: "Snacks", unit: "bag", isCompleted: true, addedAt: at, completedAt: at });
const TODAY = new Date("2026-11-27T12:00:00");
const NOTHING: ReadonlySet<FoodKey> = new Set();
const known: KnownProducts = {
  items: [item("Butter")],
  archived: [
    item("Skyr", { itemStatus: "archived", outcome: "used", changedAt: "2026-11-20T10:00:00.000Z" }),
    item("Milk", { itemStatus: "archived", outcome: "used", changedAt: "2026-11-22T10:00:00.000Z" }),
    item("Butter", { itemStatus: "archived", outcome: "used" }),
    item("Kale", { itemStatus: "deleted", outcome: "tossed" }),
  ],
  list: [row("Crisps", "2026-11-10"), row("crisps", "2026-11-11"), row("Nuts", "2026-11-21")],
  codes: [{ code: "1", name: "Maple syrup", category: "Pantry Staples", unit: "bottle" }],
};

it("suggests used-up products before frequent ones, but no items of the larder and no tossed ones", () => {
  const bought = boughtBefore(known, catalogue, TODAY);
  expect(recentProducts(bought, known, new Map(), NOTHING, 9).map(({ name, kind }) => [name, kind])).toEqual([
    ["Milk", "used-up"],
    ["Skyr", "used-up"],
    ["Crisps", "bought"],
    ["Nuts", "bought"],
    ["Maple syrup", "bought"],
  ]);
});

it("maps the category of an item to an aisle of the list", () => {
  const bought = boughtBefore(known, catalogue, TODAY);
  expect(bought.find(({ name }) => name === "Skyr")).toMatchObject({ category: "Dairy & Eggs" });
  expect(bought.find(({ name }) => name === "Crisps")).toMatchObject({ category: "Snacks", unit: "bag" });
});

describe("products by a typed text", () => {
  const bought = boughtBefore(known, catalogue, TODAY);
  const found = (typed: string, ...[language = "en", limit = 5]: [language?: Language, limit?: number]) =>
    matchingProducts(typed, bought, catalogue, language, limit).map(({ name }) => name);

  it("have names that start with it first, then those with such a word, then those that contain it", () =>
    expect(found("mil")).toEqual(["Milk", "Oat milk", "Buttermilk"]));

  it("are bought ones before those of the catalogue", () =>
    expect(found("m", "de")).toEqual(["Milk", "Maple syrup", "Milch", "Hafermilch", "Buttermilch"]));

  it("are found by their names in all languages", () => expect(found("hafer")).toEqual(["Oat milk"]));

  it("are none for a blank text", () => expect(found("  ")).toEqual([]));

  it("are no more than the limit", () => expect(found("mil", "en", 1)).toEqual(["Milk"]));
});

it("marks at most two products as likely, without dismissed ones", () => {
  const weekly = (name: string, times: number) =>
    Array.from({ length: times }, (_, week) =>
      row(name, new Date(TODAY.getTime() - (7 * week + 6) * 86_400_000).toISOString()),
    );
  const list = ["Yoghurt", "Bananas", "Bread"].flatMap((name, index) => weekly(name, 20 - index));
  const regular = { ...known, list: [...known.list, ...list, ...weekly("Salt", 2)] };
  const bought = boughtBefore(regular, catalogue, TODAY);
  const shown = (dismissed: ReadonlySet<FoodKey>) =>
    recentProducts(bought, regular, new Map(), dismissed, 4).map(({ name, kind }) => [name, kind]);
  expect(shown(NOTHING)).toEqual([
    ["Yoghurt", "likely"],
    ["Bananas", "likely"],
    ["Bread", "bought"],
    ["Milk", "used-up"],
  ]);
  expect(shown(new Set([sameFoodKey("yoghurt")])).slice(0, 2)).toEqual([
    ["Bananas", "likely"],
    ["Bread", "likely"],
  ]);
});

it.each([
  ["2026-11-27T02:00:00Z", "2026-11-27T03:00:00Z"],
  ["2026-11-28T12:00:00Z", "2026-11-27T03:00:00Z"],
])("counts a purchase at %s by the larder's day at %s, wherever the device is", (boughtAt, now) => {
  vi.stubEnv("TZ", "Asia/Tokyo");
  setLarderZone("America/New_York");
  const list = Array.from({ length: 20 }, (_, week) =>
    row("Yoghurt", new Date(Date.parse(boughtAt) - 7 * week * 86_400_000).toISOString()),
  );
  const bought = boughtBefore({ items: [], archived: [], list, codes: [] }, catalogue, larderToday(new Date(now)));
  setLarderZone(undefined);
  expect(bought).toMatchObject([{ name: "Yoghurt", kind: "likely" }]);
});

it("suggests no food that is at home, on the list or dismissed under another spelling", () => {
  const used = item("Banana", { itemStatus: "archived", outcome: "used" });
  const at = (more: Partial<KnownProducts>) => ({ items: [], archived: [used], list: [], codes: [], ...more });
  const suggested = (all: KnownProducts, listed: readonly string[] = [], dismissed: readonly string[] = []) =>
    recentProducts(
      boughtBefore(all, catalogue, TODAY),
      all,
      new Map(listed.map((name) => [sameFoodKey(name), 1])),
      new Set(dismissed.map(sameFoodKey)),
      9,
    ).map(({ name }) => name);
  expect(suggested(at({}))).toEqual(["Banana"]);
  expect(suggested(at({ items: [item("Bananas")] }))).toEqual([]);
  expect(suggested(at({}), ["bananas"])).toEqual([]);
  expect(suggested(at({}), [], ["bananas"])).toEqual([]);
  expect(suggested(at({ list: [row("bananas", "2026-11-10")] }))).toHaveLength(1);
});
