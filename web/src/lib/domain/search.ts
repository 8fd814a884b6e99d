/** Returns text in lower case and without accents, so that "creme" finds "Crème fraîche". */
export function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ł", "l").trim();
}

/**
 * Ranks a name for a folded search text: the same, its beginning, the beginning of a word, elsewhere; else Infinity.
 */
export function searchRank(name: string, query: string): number {
  const text = folded(name);
  if (text === query) return 0;
  const index = text.indexOf(query);
  if (index <= 0) return index < 0 ? Infinity : 1;
  return /[\s\-(]/.test(text[index - 1] ?? "") ? 2 : 3;
}
