import { DEFAULT_ENTRIES, DEFAULT_SHELF_LIFE_DAYS } from "../../lib/domain/catalogue";
import { folded, type Catalogue } from "./catalogue";

function singular(word: string): string {
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(?:oes|ches|shes)$/.test(word)) return word.slice(0, -2);
  return word.endsWith("s") ? word.slice(0, -1) : word;
}

/**
 * How long something from the shopping list keeps, in days: as the catalogue says for that name in either language, else as the default table says for
 * what the name is in the end ("organic whole milk" is milk, "milk chocolate" is not), else the default of specification §3.
 */
export function shelfLifeOf(name: string, catalogue: Catalogue): number {
  const wanted = folded(name);
  for (const products of catalogue.values()) {
    for (const product of products) {
      if (folded(product.name) === wanted || folded(product.nameDe) === wanted) return product.days;
    }
  }
  const last = singular(wanted.split(/\s+/).at(-1) ?? "");
  return DEFAULT_ENTRIES.find((entry) => singular(entry.keyword) === last)?.days ?? DEFAULT_SHELF_LIFE_DAYS;
}
