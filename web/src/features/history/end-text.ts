import type { GroceryItem } from "../../api/types";
import type { useHistoryStrings } from "virtual:strings/history";

/** Returns how an item left the larder; undefined if it did not, or if the line was read wrongly. */
export function endText(
  t: ReturnType<typeof useHistoryStrings>,
  { outcome, itemStatus }: Pick<GroceryItem, "outcome" | "itemStatus">,
): string | undefined {
  if (outcome === "used" || outcome === "tossed") return t[outcome];
  return outcome === "misread" || itemStatus === "active" ? undefined : t[itemStatus];
}
