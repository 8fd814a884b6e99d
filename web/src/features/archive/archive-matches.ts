import type { GroceryItem } from "../../api/types";

/** Without case and accents, so that "creme" finds the crème fraîche. */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Returns true if every word of the search is in the name, the category, the notes or the receipt's line. */
export function archiveMatches(item: GroceryItem, search: string, categoryName: (name: string) => string): boolean {
  const words = plain(search).split(/\s+/);
  const text = plain([item.name, categoryName(item.category), item.notes ?? "", item.rawText ?? ""].join(" "));
  return words.every((word) => text.includes(word));
}
