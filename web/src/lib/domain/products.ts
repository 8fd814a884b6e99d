import { sameFoodKey } from "./food-name";
import { folded } from "./search";
import { DEFAULT_ENTRIES, DEFAULT_SHELF_LIFE_DAYS } from "./catalogue";
import { language, type Language } from "../language/i18n";
import { load } from "virtual:product-names";

/** The twelve categories of the catalogue, in the order of specification §3. */
export const CATEGORIES = [
  "Dairy & Eggs",
  "Meat & Poultry",
  "Fruits",
  "Vegetables",
  "Bread & Bakery",
  "Pantry Staples",
  "Canned & Jarred",
  "Frozen Foods",
  "Beverages",
  "Snacks",
  "Health & Beauty",
  "Cleaning Supplies",
] as const;

export interface Product {
  readonly name: string;
  /** The names in other languages, if loaded. */
  readonly names: Readonly<Partial<Record<Language, string>>>;
  readonly unit: string;
  readonly days: number;
  /** The kind of food, which has a picture; undefined for a product that only a newer server has. */
  readonly kind?: string;
}

export type Catalogue = ReadonlyMap<string, readonly Product[]>;

let loaded: { readonly languages: string; readonly catalogue: Promise<Catalogue> } | undefined;

/** Loads the site's catalogue once, with names in English, the chosen language and the browser's languages. */
export function loadCatalogue(): Promise<Catalogue> {
  const preferred = [language(), ...navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())];
  const used = TRANSLATED_LANGUAGES.filter((code) => preferred.includes(code));
  const languages = used.join();
  if (loaded?.languages === languages) return loaded.catalogue;
  const catalogue = readCatalogue(used);
  loaded = { languages, catalogue };
  catalogue.catch(() => (loaded = undefined));
  return catalogue;
}

/** All languages except English. */
const TRANSLATED_LANGUAGES = Object.keys(load) as (keyof typeof load)[];

async function readCatalogue(languages: typeof TRANSLATED_LANGUAGES): Promise<Catalogue> {
  const [{ shelves }, ...translations] = await Promise.all([
    import("virtual:catalogue"),
    ...languages.map(async (code) => {
      // Offline, the names of another language may be missing.
      const names = load[code]().then(({ default: all }) => all);
      return [code, await (code === language() ? names : names.catch((): readonly string[] => []))] as const;
    }),
  ]);
  let index = 0;
  return new Map(
    Object.entries(shelves).map(([category, products]) => [
      category,
      products.map(([name, unit, days, kind]) => {
        const names = translations.map(([code, all]) => [code, all[index] ?? name] as const);
        index += 1;
        return { name, unit, days, kind, names: Object.fromEntries(names) };
      }),
    ]),
  );
}

/** Returns the names in all loaded languages, because a shared list may use another one. */
export function namesOf({ name, names }: Product): readonly string[] {
  return [name, ...Object.values(names)];
}

export function productName(product: Product, language: Language): string {
  return product.names[language] ?? product.name;
}

/** Returns products whose name in any language contains the typed words; those that begin with them come first. */
export function search(catalogue: Catalogue, text: string, limit: number): { category: string; product: Product }[] {
  const words = folded(text);
  if (words === "") return [];
  const found: { category: string; product: Product; rank: number }[] = [];
  for (const [category, products] of catalogue) {
    for (const product of products) {
      const positions = namesOf(product)
        .map((name) => folded(name).indexOf(words))
        .filter((position) => position >= 0);
      if (positions.length > 0) found.push({ category, product, rank: positions.includes(0) ? 0 : 1 });
    }
  }
  return found.sort((a, b) => a.rank - b.rank).slice(0, limit);
}

interface NamedProduct {
  category: string;
  product: Product;
}

/**
 * The products of a catalogue by their folded names, and by the food key of the English name. The first one with a name
 * counts.
 */
interface Index {
  readonly byName: ReadonlyMap<string, NamedProduct>;
  readonly byFood: ReadonlyMap<string, NamedProduct>;
}

const indexes = new WeakMap<Catalogue, Index>();

/** Cached, because the add line looks up many names. */
function indexOf(catalogue: Catalogue): Index {
  const cached = indexes.get(catalogue);
  if (cached) return cached;
  const byName = new Map<string, NamedProduct>();
  const byFood = new Map<string, NamedProduct>();
  const addIfAbsent = (index: Map<string, NamedProduct>, name: string, product: NamedProduct) => {
    if (!index.has(name)) index.set(name, product);
  };
  for (const [category, products] of catalogue) {
    for (const product of products) {
      for (const name of namesOf(product)) addIfAbsent(byName, folded(name), { category, product });
      addIfAbsent(byFood, sameFoodKey(product.name), { category, product });
    }
  }
  const index = { byName, byFood };
  indexes.set(catalogue, index);
  return index;
}

/** Returns the product with a name, in any language, in singular or plural. */
export function productNamed(name: string, catalogue: Catalogue): NamedProduct | undefined {
  const { byName, byFood } = indexOf(catalogue);
  return byName.get(folded(name)) ?? byFood.get(sameFoodKey(name));
}

/** Shorter word endings are ambiguous: "Kaffee" is not a kind of "Tee". */
const MIN_END_LENGTH = 4;

/**
 * Returns the category of a product name. If the catalogue does not have the name: the category that all products with
 * these words share ("detergent"), else that of its last words ("organic whole milk"), else of its first one ("lait
 * bio"), else of the end of a compound word ("Dinkelmehl").
 */
export function categoryNamed(name: string, catalogue: Catalogue): string | undefined {
  const categoryOf = (text: string) => productNamed(text, catalogue)?.category;
  const words = folded(name).split(/[\s-]+/);
  const parts = [...words.map((_, index) => words.slice(index).join(" ")), ...words.slice(0, 1)];
  return (
    categoryOf(name) ??
    sharedCategory(words.join(" "), catalogue) ??
    parts.map(categoryOf).find((category) => category) ??
    compoundCategory(words.at(-1) ?? "", catalogue)
  );
}

function sharedCategory(words: string, catalogue: Catalogue): string | undefined {
  const within = [...catalogue].filter(([, products]) =>
    products.some((product) => namesOf(product).some((name) => ` ${folded(name)} `.includes(` ${words} `))),
  );
  return within.length === 1 ? within[0]?.[0] : undefined;
}

/** Returns the category of the longest product name at the end of a word. */
function compoundCategory(word: string, catalogue: Catalogue): string | undefined {
  const { byName } = indexOf(catalogue);
  for (let start = 1; start <= word.length - MIN_END_LENGTH; start += 1) {
    const named = byName.get(word.slice(start));
    if (named) return named.category;
  }
  return undefined;
}

/**
 * Returns the shelf life of a list item in days: the catalogue's for that name in any language, else the default
 * table's for its last word ("organic whole milk" is milk, "milk chocolate" is not), else the default of specification
 * §3.
 */
export function shelfLifeOf(name: string, catalogue: Catalogue): number {
  const known = productNamed(name, catalogue);
  if (known) return known.product.days;
  const last = sameFoodKey(name).split(" ").at(-1);
  return DEFAULT_ENTRIES.find((entry) => sameFoodKey(entry.keyword) === last)?.days ?? DEFAULT_SHELF_LIFE_DAYS;
}
