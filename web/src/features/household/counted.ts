import type { useJoiningStrings } from "./joining-strings";

/** "3 items, 1 entry on the list": what there is of each. */
export function counted(t: ReturnType<typeof useJoiningStrings>, items: number, list: number, corrections = 0): string {
  return [
    items > 0 && t.counts.items(items),
    list > 0 && t.counts.list(list),
    corrections > 0 && t.counts.corrections(corrections),
  ]
    .filter(Boolean)
    .join(", ");
}
