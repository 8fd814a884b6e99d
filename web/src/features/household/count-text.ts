import { useJoiningStrings } from "virtual:strings/joining";

/** Formats counts: "3 items, 1 list item". */
export function countText(
  t: ReturnType<typeof useJoiningStrings>,
  items: number,
  list: number,
  corrections = 0,
): string {
  return [
    items > 0 && t.counts.items(items),
    list > 0 && t.counts.list(list),
    corrections > 0 && t.counts.corrections(corrections),
  ]
    .filter(Boolean)
    .join(", ");
}
