import { useCallback, useDeferredValue, useMemo } from "react";
import { useOwnPlaces } from "../../../api/settings/own-places";
import type { GroceryItem } from "../../../api/types";
import { categoryText } from "../../../ui/text/category-text";
import { useCommon } from "../../../ui/text/strings";
import { groupItems, type ItemGroup } from "./grouping";
import { sectionOf } from "./sections";
import { visibleItems } from "./selection";
import type { ItemsViewState } from "./use-items-view";
import { useItemsStrings } from "virtual:strings/items";

/** Rendered first, so that a window of 1,280 pixels is full at once: a card has 64. */
const FIRST_CARDS = 20;

/** Returns the items that a view shows, as cards with headings. */
export function useShownItems(
  items: readonly GroceryItem[],
  { filter, day, place, sort, due, searched }: ItemsViewState,
  added: ReadonlySet<string>,
  heldDates: ReadonlyMap<string, string>,
  now: Date,
) {
  const common = useCommon();
  const own = useOwnPlaces();
  const { sections } = useItemsStrings();
  const list = useMemo(
    () =>
      visibleItems(items, { filter, day, due, place, sort, query: searched, added, heldDates }, now, (name) =>
        categoryText(common, name),
      ),
    [items, filter, day, due, place, sort, searched, now, added, heldDates, common],
  );
  const groups = useMemo(() => groupItems(list, own), [list, own]);
  const headingOf = useCallback(
    ({ first }: ItemGroup) => {
      // Only a list by expiry has sections; items that were just added come before them.
      if (sort !== "expiry" || day !== null || added.has(first.id)) return undefined;
      const heldDate = heldDates.get(first.id);
      return sections[sectionOf(heldDate === undefined ? first : { expiresAt: heldDate }, now)];
    },
    [sort, day, added, heldDates, now, sections],
  );
  // The first cards are rendered at once, the others deferred.
  const cards = useDeferredValue(groups, groups.slice(0, FIRST_CARDS));
  return { list, groups, cards, headingOf };
}
