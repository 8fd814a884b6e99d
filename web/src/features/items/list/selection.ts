import type { GroceryItem } from "../../../api/types";
import { foodCategory } from "../../../lib/domain/catalogue";
import { daysLeft, expiryDate, freshnessAt } from "../../../lib/domain/freshness";
import { placeOf, type StoragePlace } from "../../../lib/domain/places";
import { itemSearch } from "../../../api/item-search";
import { locale } from "../../../lib/language/i18n";
import { sameFoodKey } from "../../../lib/domain/food-name";

export const FILTERS = ["all", "fresh", "soon", "expired"] as const;
export type Filter = (typeof FILTERS)[number];
export const SORTS = ["expiry", "name", "newest", "category"] as const;
export type Sort = (typeof SORTS)[number];

/** The filters and the order of the items' list. */
export interface ItemsView {
  filter: Filter;
  /** Shows items that expire this number of days from today; null for any day. */
  day: number | null;
  /** Shows only expiring and expired items. */
  due?: boolean;
  place?: StoragePlace | null;
  /** The search query. */
  query?: string;
  sort?: Sort;
  /** Items that were just added come first. */
  added?: ReadonlySet<string>;
  /** The expiry times by which changed items are still sorted, so that they do not move while the user reads them. */
  heldDates?: ReadonlyMap<string, string>;
}

/** Returns the items that a view shows, in its order. `categoryName` translates a category, for search and order. */
export function visibleItems(
  items: readonly GroceryItem[],
  view: ItemsView,
  now: Date,
  categoryName: (name: string) => string = (name) => name,
): GroceryItem[] {
  const { filter, day, due = false, place = null, query = "", sort = "expiry", added, heldDates } = view;
  // `localeCompare` would create a collator for each pair.
  const collator = new Intl.Collator(locale());
  const isFound = itemSearch(query, categoryName);
  const times = new Map(items.map((item) => [item.id, timeOf(item, heldDates?.get(item.id))]));
  const time = ({ id }: GroceryItem) => times.get(id) ?? 0;
  const comparators: Record<Sort, (a: GroceryItem, b: GroceryItem) => number> = {
    expiry: (a, b) => time(a) - time(b),
    name: (a, b) => collator.compare(a.name, b.name),
    newest: (a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt),
    category: (a, b) => collator.compare(categoryName(a.category), categoryName(b.category)),
  };
  return items
    .filter((item) => filter === "all" || freshnessAt(item, now) === filter)
    .filter((item) => !due || freshnessAt(item, now) !== "fresh")
    .filter((item) => day === null || isDueOn(item, day, now))
    .filter((item) => place === null || isIn(item, place))
    .filter(isFound)
    .sort(
      (a, b) =>
        Number(added?.has(b.id) ?? false) - Number(added?.has(a.id) ?? false) ||
        comparators[sort](a, b) ||
        time(a) - time(b) ||
        collator.compare(a.name, b.name) ||
        a.id.localeCompare(b.id),
    );
}

/** Returns the time by which an item is sorted: its expiry, or `heldDate`. */
function timeOf(item: GroceryItem, heldDate?: string): number {
  return heldDate === undefined ? expiryDate(item).getTime() : Date.parse(heldDate);
}

/** Returns true if an item is in a place. A storage place includes the own places that keep food like it. */
function isIn(item: GroceryItem, { id, name, storage }: StoragePlace): boolean {
  return name === undefined ? placeOf(item) === storage : item.place === id;
}

/** Returns true if an unexpired item expires on a day. */
function isDueOn(item: GroceryItem, day: number, now: Date): boolean {
  return freshnessAt(item, now) !== "expired" && daysLeft(item, now) === day;
}

/** Returns the other items with the same name, category, unit and shelf life, such as those of equal receipt lines. */
export function sameItems(items: readonly GroceryItem[], item: GroceryItem): GroceryItem[] {
  return items.filter(
    (other) =>
      other.id !== item.id &&
      sameFoodKey(other.name) === sameFoodKey(item.name) &&
      foodCategory(other.category) === foodCategory(item.category) &&
      other.unit === item.unit &&
      other.shelfLifeDays === item.shelfLifeDays,
  );
}
