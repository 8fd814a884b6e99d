import type { GroceryItem, LearntCode, ShoppingListItem } from "../../api/types";
import { DEFAULT_UNIT, aisleOf } from "../../lib/domain/catalogue";
import { localUnit } from "../../lib/domain/units";
import type { Language } from "../../lib/i18n";
import { folded, sameFoodKey, namesOf, productName, productNamed, type Catalogue } from "../../lib/products";

/** Something that the add line offers. */
export interface Suggestion {
  readonly name: string;
  readonly category: string;
  readonly unit: string;
  /** Used up and not bought again; bought before; what people commonly buy. */
  readonly kind: "used-up" | "bought" | "common";
}

export interface Known {
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
}

/** Returns the household's products, each name once: used-up ones first, then by frequency, then by last purchase. */
export function boughtBefore({ items, archived, list, codes }: Known, catalogue: Catalogue | undefined): Suggestion[] {
  const things = new Map<string, Thing>();
  const note = (name: string, category: string, unit: string, at: string, usedUp = false) => {
    const key = folded(name);
    const known = things.get(key);
    if (known)
      Object.assign(known, {
        times: known.times + 1,
        at: at > known.at ? at : known.at,
        usedUp: known.usedUp || usedUp,
      });
    else if (key !== "") things.set(key, { name, category, unit, times: 1, at, usedUp });
  };
  for (const row of list) note(row.name, row.category, row.unit, row.completedAt ?? row.addedAt);
  for (const item of archived)
    if (item.outcome === "used" || item.itemStatus === "archived")
      note(item.name, item.category, item.unit, item.changedAt ?? item.createdAt, true);
  for (const item of items) note(item.name, item.category, item.unit, item.createdAt);
  for (const code of codes) note(code.name, code.category, code.unit, "");
  const there = new Set(items.map(({ name }) => folded(name)));
  return [...things.values()]
    .map((thing) => ({ ...thing, usedUp: thing.usedUp && !there.has(folded(thing.name)) }))
    .sort(
      (a, b) =>
        Number(b.usedUp) - Number(a.usedUp) ||
        (a.usedUp ? b.at.localeCompare(a.at) : b.times - a.times || b.at.localeCompare(a.at)),
    )
    .map(({ name, category, unit, usedUp }) => {
      const common = catalogue && productNamed(name, catalogue);
      return {
        name,
        category: common?.category ?? aisleOf(category),
        unit: unit || DEFAULT_UNIT,
        kind: usedUp ? "used-up" : "bought",
      };
    });
}

/** Returns the suggestions before any input: the household's products that it neither has nor has listed. */
export function recents(
  bought: readonly Suggestion[],
  { items }: Known,
  listed: ReadonlyMap<string, unknown>,
  limit: number,
): Suggestion[] {
  const there = new Set(items.map(({ name }) => folded(name)));
  return bought.filter(({ name }) => !there.has(folded(name)) && !listed.has(sameFoodKey(name))).slice(0, limit);
}

/**
 * Returns matches of the typed letters: names that start with them, then names with such a word, then names that
 * contain them; the household's own first.
 */
export function matching(
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
