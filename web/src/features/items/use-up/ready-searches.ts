import type { GroceryItem } from "../../../api/types";
import { categoryKind } from "../../../lib/domain/catalogue";
import { dayIndex, expiryDate, freshnessAt, larderToday } from "../../../lib/domain/freshness";
import { sameFoodKey } from "../../../lib/domain/food-name";
import { placeOf } from "../../../lib/domain/places";

/** The number of searches, and of foods in each. */
const MAX_SEARCHES = 3;
const MAX_FOODS = 3;
const NOT_COOKED = ["household", "snacks", "beverages", "other"];

const isMain = ({ category }: GroceryItem) => ["meat", "seafood"].includes(categoryKind(category));
const isSweet = ({ category }: GroceryItem) => categoryKind(category) === "fruit";

/** Returns what expires within three days: by day, and on a day use-by dates, then meat and fish, first. */
export function mostUrgent(items: readonly GroceryItem[], now: Date): readonly GroceryItem[] {
  const today = larderToday(now);
  const day = (item: GroceryItem) => dayIndex(expiryDate(item), today);
  const rank = (item: GroceryItem) => (item.dateKind === "use_by" ? 0 : isMain(item) ? 1 : 2);
  return items
    .filter((item) => freshnessAt(item, now) === "soon")
    .sort((a, b) => day(a) - day(b) || rank(a) - rank(b) || a.name.localeCompare(b.name));
}

/**
 * Returns up to three groups of foods that go together, each with one that has to be eaten soon: meat or fish with
 * vegetables and dairy, fruit with dairy and bread. What is not urgent only completes a group.
 */
export function readySearches(items: readonly GroceryItem[], now: Date): readonly (readonly GroceryItem[])[] {
  const urgent = distinct(mostUrgent(items, now).filter(isCooked));
  const rest = items
    .filter((item) => freshnessAt(item, now) === "fresh" && isCooked(item) && placeOf(item) === "fridge")
    .sort((a, b) => Date.parse(a.expiresAt) - Date.parse(b.expiresAt));
  const all = distinct([...urgent, ...rest]);
  const used = new Set<GroceryItem>();
  const searches: GroceryItem[][] = [];
  // One with meat or fish comes first, unless none is urgent.
  for (const first of urgent.toSorted((a, b) => Number(isMain(b)) - Number(isMain(a)))) {
    if (searches.length === MAX_SEARCHES) break;
    if (used.has(first)) continue;
    const fits = all.filter(
      (other) =>
        other !== first && !isMain(other) && (isSweet(first) ? isSweet(other) || isBaked(other) : !isSweet(other)),
    );
    // What is in no search yet comes first.
    const sides = fits.toSorted((a, b) => Number(used.has(a)) - Number(used.has(b)));
    const group = varied([first, ...sides]).slice(0, MAX_FOODS);
    for (const item of group) used.add(item);
    searches.push(group);
  }
  return searches;
}

const isBaked = ({ category }: GroceryItem) => ["dairy", "bakery"].includes(categoryKind(category));
const isCooked = ({ category }: GroceryItem) => !NOT_COOKED.includes(categoryKind(category));

/** Puts the first item of each category before the others. */
function varied(items: readonly GroceryItem[]): GroceryItem[] {
  const firsts = new Map(items.toReversed().map((item) => [categoryKind(item.category), item]));
  const isFirst = (item: GroceryItem) => firsts.get(categoryKind(item.category)) === item;
  return items.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
}

/** Returns the first item of each food. */
function distinct(items: readonly GroceryItem[]): readonly GroceryItem[] {
  const firsts = new Map(items.toReversed().map((item) => [sameFoodKey(item.name), item]));
  return items.filter((item) => firsts.get(sameFoodKey(item.name)) === item);
}
