import { folded } from "../lib/domain/search";
import { SEARCHED } from "./item-fields";
import type { GroceryItem } from "./types";

/** Returns a filter for items that have every word of a search in a field that is searched. */
export function itemSearch(search: string, categoryName: (name: string) => string): (item: GroceryItem) => boolean {
  const words = folded(search).split(/\s+/);
  return (item) => {
    const texts = SEARCHED.map((field) => (field === "category" ? categoryName(item.category) : (item[field] ?? "")));
    const all = folded(texts.join(" "));
    return words.every((word) => all.includes(word));
  };
}
