/** Lower case and without accents, so that "creme" finds "Crème fraîche", and "maslo" "Masło". */
export function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ł", "l").trim();
}

interface Searched {
  readonly name: string;
  readonly category: string;
  readonly notes?: string | null;
  readonly rawText?: string | null;
}

/** Returns true if every word of a search is in the name, the category, the notes or the receipt line of an item. */
export function itemSearch(search: string, categoryName: (name: string) => string): (item: Searched) => boolean {
  const words = folded(search).split(/\s+/);
  return ({ name, category, notes, rawText }) => {
    const text = folded([name, categoryName(category), notes ?? "", rawText ?? ""].join(" "));
    return words.every((word) => text.includes(word));
  };
}
