import type { GroceryItem, LearntCode, ShoppingListItem } from "../../api/types";
import { DEFAULT_UNIT, aisleOf } from "../../lib/domain/catalogue";
import { localUnit } from "../../lib/domain/units";
import type { Language } from "../../lib/language/i18n";
import { sameFoodKey } from "../../lib/domain/food-name";
import { namesOf, productName, productNamed, type Catalogue } from "../../lib/domain/products";
import { folded } from "../../lib/domain/search";
import { dayNumber, purchaseLikelihood } from "./purchase-likelihood";

/** Something that the add line offers. */
export interface Suggestion {
  readonly name: string;
  readonly category: string;
  readonly unit: string;
  /** Likely bought within a week; used up and not bought again; bought before; what people commonly buy. */
  readonly kind: "likely" | "used-up" | "bought" | "common";
}

/** More often right than not: what is below is not called likely. */
const MIN_LIKELIHOOD = 0.5;
const MAX_LIKELY = 2;

export interface KnownProducts {
  readonly items: readonly GroceryItem[];
  readonly archived: readonly GroceryItem[];
  readonly list: readonly ShoppingListItem[];
  readonly codes: readonly LearntCode[];
}

interface Thing {
  name: string;
  category: string;
  unit: string;
  times: number;
  /** When it was bought or used up last. */
  at: string;
  usedUp: boolean;
  /** Numbers of the days on which it was bought. */
  days: Set<number>;
}

/**
 * Returns the household's products, each name once: those that it likely buys within a week, then used-up ones, then by
 * likelihood, frequency and last purchase.
 */
export function boughtBefore(
  { items, archived, list, codes }: KnownProducts,
  catalogue: Catalogue | undefined,
  today: Date,
): Suggestion[] {
  const things = new Map<string, Thing>();
  const note = (name: string, category: string, unit: string, at: string, bought?: string | null, usedUp = false) => {
    const key = folded(name);
    if (key === "") return;
    const known = things.get(key) ?? { name, category, unit, times: 0, at, usedUp, days: new Set() };
    if (bought) known.days.add(dayNumber(new Date(bought)));
    things.set(key, {
      ...known,
      times: known.times + 1,
      at: at > known.at ? at : known.at,
      usedUp: known.usedUp || usedUp,
    });
  };
  for (const row of list) note(row.name, row.category, row.unit, row.completedAt ?? row.addedAt, row.completedAt);
  for (const item of archived)
    if (item.outcome === "used" || item.itemStatus === "archived")
      note(item.name, item.category, item.unit, item.changedAt ?? item.createdAt, item.createdAt, true);
  for (const item of items) note(item.name, item.category, item.unit, item.createdAt, item.createdAt);
  for (const code of codes) note(code.name, code.category, code.unit, "");
  const there = new Set(items.map(({ name }) => folded(name)));
  const inOrder = (days: Iterable<number>) => [...days].sort((a, b) => a - b);
  const trips = inOrder(new Set([...things.values()].flatMap(({ days }) => [...days])));
  return [...things.values()]
    .map((thing) => {
      const odds = purchaseLikelihood(inOrder(thing.days), trips, dayNumber(today));
      const usedUp = thing.usedUp && !there.has(folded(thing.name));
      const kind: Suggestion["kind"] = odds >= MIN_LIKELIHOOD ? "likely" : usedUp ? "used-up" : "bought";
      return { ...thing, odds, kind };
    })
    .sort(
      (a, b) =>
        KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
        (a.kind === "used-up" ? 0 : b.odds - a.odds || b.times - a.times) ||
        b.at.localeCompare(a.at),
    )
    .map(({ name, category, unit, kind }) => {
      const common = catalogue && productNamed(name, catalogue);
      return { name, category: common?.category ?? aisleOf(category), unit: unit || DEFAULT_UNIT, kind };
    });
}
const KINDS: readonly Suggestion["kind"][] = ["likely", "used-up", "bought", "common"];

/**
 * Returns the suggestions before any input: the household's products that it neither has nor has listed nor has put off.
 * At most two are called likely.
 */
export function recentProducts(
  bought: readonly Suggestion[],
  { items }: KnownProducts,
  listed: ReadonlyMap<string, unknown>,
  putOff: ReadonlySet<string>,
  limit: number,
): Suggestion[] {
  const there = new Set(items.map(({ name }) => folded(name)));
  return bought
    .filter(({ name }) => !there.has(folded(name)) && !listed.has(sameFoodKey(name)) && !putOff.has(folded(name)))
    .slice(0, limit)
    .map((suggestion, index) =>
      suggestion.kind === "likely" && index >= MAX_LIKELY ? { ...suggestion, kind: "bought" } : suggestion,
    );
}

/**
 * Returns matches of the typed letters: names that start with them, then names with such a word, then names that
 * contain them; the household's own first.
 */
export function matchingProducts(
  typed: string,
  bought: readonly Suggestion[],
  catalogue: Catalogue | undefined,
  language: Language,
  limit: number,
): Suggestion[] {
  const wanted = folded(typed);
  if (wanted === "") return [];
  const found: { rank: number; suggestion: Suggestion }[] = [];
  const seen = new Set<string>();
  const take = (suggestion: Suggestion, names: readonly string[], own: boolean) => {
    const rank = Math.min(...names.map((name) => rankOf(folded(name), wanted)));
    if (rank === Infinity || seen.has(folded(suggestion.name))) return;
    seen.add(folded(suggestion.name));
    found.push({ rank: rank * 2 + (own ? 0 : 1), suggestion });
  };
  for (const suggestion of bought) take(suggestion, [suggestion.name], true);
  for (const [category, products] of catalogue ?? []) {
    for (const product of products)
      take(
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

function rankOf(name: string, wanted: string): number {
  if (name === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  const at = name.indexOf(wanted);
  if (at < 0) return Infinity;
  return /[\s\-(]/.test(name[at - 1] ?? "") ? 2 : 3;
}
