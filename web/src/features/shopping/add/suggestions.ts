import type { GroceryItem, LearntCode, ShoppingListItem } from "../../../api/types";
import { DEFAULT_UNIT, aisleOf } from "../../../lib/domain/catalogue";
import { localUnit } from "../../../lib/domain/units";
import type { Language } from "../../../lib/language/i18n";
import { sameFoodKey, type FoodKey } from "../../../lib/domain/food-name";
import { dayIndex, larderToday } from "../../../lib/domain/freshness";
import { namesOf, productName, productNamed, type Catalogue } from "../../../lib/domain/products";
import { folded, searchRank } from "../../../lib/domain/search";
import { purchaseLikelihood } from "./purchase-likelihood";

/** A suggestion of the quick add line. */
export interface Suggestion {
  readonly name: string;
  readonly category: string;
  readonly unit: string;
  /** Likely bought within a week; used up and not bought again; bought before; a common product of the catalogue. */
  readonly kind: "likely" | "used-up" | "bought" | "common";
}

/** The order of the suggestions. */
const KINDS: readonly Suggestion["kind"][] = ["likely", "used-up", "bought", "common"];

/** The likelihood from which on a product is marked as likely. */
const MIN_LIKELIHOOD = 0.5;
const MAX_LIKELY = 2;

/** What the household has or had, from which products are suggested. */
export interface KnownProducts {
  readonly items: readonly GroceryItem[];
  readonly archived: readonly GroceryItem[];
  readonly list: readonly ShoppingListItem[];
  readonly codes: readonly LearntCode[];
}

interface PurchaseHistory {
  name: string;
  category: string;
  unit: string;
  times: number;
  /** The time of its last purchase or use. */
  lastAt: string;
  isUsedUp: boolean;
  /** The days of its purchases, relative to today. */
  days: Set<number>;
}

/** Returns the purchase history of each food. Codes count as a use at an unknown time. */
function purchaseHistories({ items, archived, list, codes }: KnownProducts, today: Date): PurchaseHistory[] {
  const histories = new Map<FoodKey, PurchaseHistory>();
  const addRecord = (
    { name, category, unit }: Pick<Suggestion, "name" | "category" | "unit">,
    { at, boughtAt, isUsedUp = false }: { at: string; boughtAt?: string | null | undefined; isUsedUp?: boolean },
  ) => {
    const key = sameFoodKey(name);
    if (name.trim() === "") return;
    const history = histories.get(key) ?? { name, category, unit, times: 0, lastAt: at, isUsedUp, days: new Set() };
    // A device's clock may be behind.
    if (boughtAt) history.days.add(Math.min(0, dayIndex(larderToday(new Date(boughtAt)), today)));
    histories.set(key, {
      ...history,
      times: history.times + 1,
      lastAt: at > history.lastAt ? at : history.lastAt,
      isUsedUp: history.isUsedUp || isUsedUp,
    });
  };
  for (const row of list) addRecord(row, { at: row.completedAt ?? row.addedAt, boughtAt: row.completedAt });
  for (const item of archived)
    if (item.outcome === "used" || item.itemStatus === "archived")
      addRecord(item, { at: item.changedAt ?? item.createdAt, boughtAt: item.createdAt, isUsedUp: true });
  for (const item of items) addRecord(item, { at: item.createdAt, boughtAt: item.createdAt });
  for (const code of codes) addRecord(code, { at: "" });
  return [...histories.values()];
}

/**
 * Returns the products that the household has bought, each food once: likely purchases first, then used-up ones, then
 * by likelihood, frequency and last purchase. `today` is the larder's day.
 */
export function boughtBefore(known: KnownProducts, catalogue: Catalogue | undefined, today: Date): Suggestion[] {
  const histories = purchaseHistories(known, today);
  const inLarder = new Set(known.items.map(({ name }) => sameFoodKey(name)));
  const sorted = (days: Iterable<number>) => [...days].sort((a, b) => a - b);
  const trips = sorted(new Set(histories.flatMap(({ days }) => [...days])));
  return histories
    .map((history) => {
      const likelihood = purchaseLikelihood(sorted(history.days), trips);
      const isUsedUp = history.isUsedUp && !inLarder.has(sameFoodKey(history.name));
      const kind: Suggestion["kind"] = likelihood >= MIN_LIKELIHOOD ? "likely" : isUsedUp ? "used-up" : "bought";
      return { ...history, likelihood, kind };
    })
    .sort(
      (a, b) =>
        KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
        (a.kind === "used-up" ? 0 : b.likelihood - a.likelihood || b.times - a.times) ||
        b.lastAt.localeCompare(a.lastAt),
    )
    .map(({ name, category, unit, kind }) => {
      const common = catalogue && productNamed(name, catalogue);
      return { name, category: common?.category ?? aisleOf(category), unit: unit || DEFAULT_UNIT, kind };
    });
}

/**
 * Returns the suggestions for an empty line: bought products that are not in the larder, on the list or dismissed. At
 * most two are marked as likely.
 */
export function recentProducts(
  bought: readonly Suggestion[],
  { items }: KnownProducts,
  listed: ReadonlyMap<FoodKey, unknown>,
  dismissed: ReadonlySet<FoodKey>,
  limit: number,
): Suggestion[] {
  const inLarder = new Set(items.map(({ name }) => sameFoodKey(name)));
  return bought
    .filter(({ name }) => ![inLarder, listed, dismissed].some((foods) => foods.has(sameFoodKey(name))))
    .slice(0, limit)
    .map((suggestion, index) =>
      suggestion.kind === "likely" && index >= MAX_LIKELY ? { ...suggestion, kind: "bought" } : suggestion,
    );
}

/**
 * Returns products by the typed text: names that start with it, then names with such a word, then names that contain
 * it; of equal rank, those that the household has bought first.
 */
export function matchingProducts(
  typed: string,
  bought: readonly Suggestion[],
  catalogue: Catalogue | undefined,
  language: Language,
  limit: number,
): Suggestion[] {
  const query = folded(typed);
  if (query === "") return [];
  const found: { rank: number; suggestion: Suggestion }[] = [];
  const seen = new Set<FoodKey>();
  const addIfMatching = (suggestion: Suggestion, names: readonly string[], isBought: boolean) => {
    const rank = Math.min(...names.map((name) => searchRank(name, query)));
    const key = sameFoodKey(suggestion.name);
    if (rank === Infinity || seen.has(key)) return;
    seen.add(key);
    found.push({ rank: rank * 2 + (isBought ? 0 : 1), suggestion });
  };
  for (const suggestion of bought) addIfMatching(suggestion, [suggestion.name], true);
  for (const [category, products] of catalogue ?? []) {
    for (const product of products)
      addIfMatching(
        { name: productName(product, language), category, unit: localUnit(product.unit), kind: "common" },
        namesOf(product),
        false,
      );
  }
  return found
    .sort((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ suggestion }) => suggestion);
}
