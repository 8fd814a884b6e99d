import type { GroceryItem } from "../../../api/types";
import { categoryKind } from "../../../lib/domain/catalogue";
import { dayIndex, expiryDate, freshnessAt, larderToday } from "../../../lib/domain/freshness";
import { sameFoodKey } from "../../../lib/domain/food-name";
import { placeOf } from "../../../lib/domain/places";

/** The number of searches, and of foods in each. */
const MAX_SEARCHES = 3;
const MAX_FOODS = 3;

const isOneOf =
  (...kinds: readonly string[]) =>
  ({ category }: GroceryItem) =>
    kinds.includes(categoryKind(category));
const isMeat = isOneOf("meat", "seafood");
const isFruit = isOneOf("fruit");
const goesWithFruit = isOneOf("fruit", "dairy", "bakery");
const isNoIngredient = isOneOf("household", "snacks", "beverages", "other");

/** Returns what expires within three days: by day, and on a day use-by dates, then meat and fish, first. */
export function mostUrgent(items: readonly GroceryItem[], now: Date): readonly GroceryItem[] {
  const today = larderToday(now);
  const day = (item: GroceryItem) => dayIndex(expiryDate(item), today);
  const rank = (item: GroceryItem) => (item.dateKind === "use_by" ? 0 : isMeat(item) ? 1 : 2);
  return items
    .filter((item) => freshnessAt(item, now) === "soon")
    .sort((a, b) => day(a) - day(b) || rank(a) - rank(b) || a.name.localeCompare(b.name));
}

/**
 * Returns up to three groups of foods that go together, each with one that has to be eaten soon: fruit with fruit, dairy
 * and bread, anything else with all but fruit, and at most one meat or fish. What is not urgent only completes a group.
 */
export function readySearches(items: readonly GroceryItem[], now: Date): readonly (readonly GroceryItem[])[] {
  const urgent = withoutRepetitions(mostUrgent(items, now).filter((item) => !isNoIngredient(item)));
  const rest = items
    .filter((item) => freshnessAt(item, now) === "fresh" && !isNoIngredient(item) && placeOf(item) === "fridge")
    .sort((a, b) => Date.parse(a.expiresAt) - Date.parse(b.expiresAt));
  const all = withoutRepetitions([...urgent, ...rest]);
  const used = new Set<GroceryItem>();
  const searches: GroceryItem[][] = [];
  // One with meat or fish comes first, unless none is urgent.
  for (const first of urgent.toSorted((a, b) => Number(isMeat(b)) - Number(isMeat(a)))) {
    if (searches.length === MAX_SEARCHES) break;
    if (used.has(first)) continue;
    const fits = all.filter(
      (other) => other !== first && !isMeat(other) && (isFruit(first) ? goesWithFruit(other) : !isFruit(other)),
    );
    // What is in no search yet comes first.
    const sides = fits.toSorted((a, b) => Number(used.has(a)) - Number(used.has(b)));
    const group = sortByVariety([first, ...sides]).slice(0, MAX_FOODS);
    for (const item of group) used.add(item);
    searches.push(group);
  }
  return searches;
}

/** Puts the first item of each category before the others. */
function sortByVariety(items: readonly GroceryItem[]): GroceryItem[] {
  const firsts = new Map(items.toReversed().map((item) => [categoryKind(item.category), item]));
  const isFirst = (item: GroceryItem) => firsts.get(categoryKind(item.category)) === item;
  return items.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
}

/** Returns the first item of each food. */
function withoutRepetitions(items: readonly GroceryItem[]): readonly GroceryItem[] {
  const firsts = new Map(items.toReversed().map((item) => [sameFoodKey(item.name), item]));
  return items.filter((item) => firsts.get(sameFoodKey(item.name)) === item);
}
