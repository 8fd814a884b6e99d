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
  /** In the languages that have a name for it. */
  readonly names: Readonly<Partial<Record<Language, string>>>;
  readonly unit: string;
  readonly days: number;
}

export type Catalogue = ReadonlyMap<string, readonly Product[]>;

let loaded: { readonly languages: string; readonly catalogue: Promise<Catalogue> } | undefined;

/**
 * The catalogue that comes with the site, so that browsing works offline, with the names in the reader's languages: the
 * chosen one, the browser's, and English. Fetched once, when a list is first opened.
 */
export function loadCatalogue(): Promise<Catalogue> {
  const spoken = [language(), ...navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())];
  const wanted = OTHERS.filter((code) => spoken.includes(code));
  const languages = wanted.join();
  if (loaded?.languages === languages) return loaded.catalogue;
  const catalogue = readCatalogue(wanted);
  loaded = { languages, catalogue };
  catalogue.catch(() => (loaded = undefined));
  return catalogue;
}

const OTHERS = Object.keys(load) as (keyof typeof load)[];

async function readCatalogue(languages: typeof OTHERS): Promise<Catalogue> {
  const [{ shelves }, ...translations] = await Promise.all([
    import("virtual:catalogue"),
    ...languages.map(async (code) => {
      // Without network another language may be missing.
      const names = load[code]().then(({ default: all }) => all);
      return [code, await (code === language() ? names : names.catch((): readonly string[] => []))] as const;
    }),
  ]);
  let at = 0;
  return new Map(
    Object.entries(shelves).map(([category, products]) => [
      category,
      products.map(([name, unit, days]) => {
        const names = translations.map(([code, all]) => [code, all[at] ?? name] as const);
        at += 1;
        return { name, unit, days, names: Object.fromEntries(names) };
      }),
    ]),
  );
}

/** Returns the names in all languages of the reader, because a shared list may use another one. */
export function namesOf({ name, names }: Product): readonly string[] {
  return [name, ...Object.values(names)];
}

export function productName(product: Product, language: Language): string {
  return product.names[language] ?? product.name;
}

/** Returns products whose name in any language contains the typed words; those that begin with them come first. */
export function search(catalogue: Catalogue, text: string, limit: number): { category: string; product: Product }[] {
  const wanted = folded(text);
  if (wanted === "") return [];
  const found: { category: string; product: Product; rank: number }[] = [];
  for (const [category, products] of catalogue) {
    for (const product of products) {
      const places = namesOf(product)
        .map((name) => folded(name).indexOf(wanted))
        .filter((place) => place >= 0);
      if (places.length > 0) found.push({ category, product, rank: places.includes(0) ? 0 : 1 });
    }
  }
  return found.sort((a, b) => a.rank - b.rank).slice(0, limit);
}

interface NamedProduct {
  category: string;
  product: Product;
}

/**
 * The products of a catalogue by their folded names, and by the singular of the English one; the first product
 * with a name wins.
 */
interface Index {
  readonly byName: ReadonlyMap<string, NamedProduct>;
  readonly byFood: ReadonlyMap<string, NamedProduct>;
}

const indexes = new WeakMap<Catalogue, Index>();

/** Built once: the add line looks up the name of everything that the larder has had. */
function indexOf(catalogue: Catalogue): Index {
  const cached = indexes.get(catalogue);
  if (cached) return cached;
  const byName = new Map<string, NamedProduct>();
  const byFood = new Map<string, NamedProduct>();
  const addIfAbsent = (index: Map<string, NamedProduct>, name: string, known: NamedProduct) => {
    if (!index.has(name)) index.set(name, known);
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

/** Shorter word endings are ambiguous: "Tee" is no part of "Kaffee". */
const MIN_END_LENGTH = 4;

/**
 * The category of what a name means. Where the catalogue has no such name, it is the one that all products with these
 * words share ("detergent"); else what its last words are, which name the thing in English and German ("organic whole
 * milk"); else its first ("lait bio"); else the end of a compound ("Dinkelmehl").
 */
export function categoryNamed(name: string, catalogue: Catalogue): string | undefined {
  const named = (text: string) => productNamed(text, catalogue)?.category;
  const words = folded(name).split(/[\s-]+/);
  const parts = [...words.map((_, at) => words.slice(at).join(" ")), ...words.slice(0, 1)];
  return (
    named(name) ??
    sharedCategory(words.join(" "), catalogue) ??
    parts.map(named).find((category) => category) ??
    compoundCategory(words.at(-1) ?? "", catalogue)
  );
}

function sharedCategory(words: string, catalogue: Catalogue): string | undefined {
  const within = [...catalogue].filter(([, products]) =>
    products.some((product) => namesOf(product).some((name) => ` ${folded(name)} `.includes(` ${words} `))),
  );
  return within.length === 1 ? within[0]?.[0] : undefined;
}

/** The longest product name that the word ends with. */
function compoundCategory(word: string, catalogue: Catalogue): string | undefined {
  const { byName } = indexOf(catalogue);
  for (let at = 1; at <= word.length - MIN_END_LENGTH; at += 1) {
    const known = byName.get(word.slice(at));
    if (known) return known.category;
  }
  return undefined;
}

/**
 * Returns the shelf life of a list item in days: the catalogue's for that name in any language, else the default
 * table's for the last matching term ("organic whole milk" is milk, "milk chocolate" is not), else the default of
 * specification §3.
 */
export function shelfLifeOf(name: string, catalogue: Catalogue): number {
  const known = productNamed(name, catalogue);
  if (known) return known.product.days;
  const last = sameFoodKey(name).split(" ").at(-1);
  return DEFAULT_ENTRIES.find((entry) => sameFoodKey(entry.keyword) === last)?.days ?? DEFAULT_SHELF_LIFE_DAYS;
}
