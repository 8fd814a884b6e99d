import "../../../ui/styles/screens.css";
import { useDeferredValue, useMemo } from "react";
import type { GroceryItem } from "../../../api/types";
import { useItems } from "../../../api/cached/use-data";
import { useNow } from "../../../lib/time/clock";
import { countByFreshness } from "../../../lib/domain/freshness-counts";
import type { StoragePlace } from "../../../lib/domain/places";
import { SkeletonList } from "../../../ui/widgets/Skeleton";
import { classes } from "../../../ui/classes";
import { usePreloaded } from "../../../ui/preloadable";
import { EmptyLarder } from "./EmptyLarder";
import { FilterChips } from "./FilterChips";
import { ItemPanes } from "./ItemPanes";
import styles from "./ItemsTab.module.css";
import { PRELOADS } from "./dialogs";
import { useItemsStrings } from "virtual:strings/items";
import { useItemActions } from "../use-item-actions";
import { useAddedItems } from "./use-added-items";
import { useAppBadge } from "./use-app-badge";
import { useEditDialog } from "./use-edit-dialog";
import { useItemsView } from "./use-items-view";

const NO_ITEMS: readonly GroceryItem[] = [];
const NO_PLACES: readonly StoragePlace[] = [];

/** Shows all items of the larder, the most urgent first. */
export default function ItemsTab({ scanHref }: { scanHref: string }) {
  const t = useItemsStrings();
  const now = useNow();
  const { data, query } = useItems();
  // Deferred, so that the first rendering of the list does not block input.
  const isRendered = useDeferredValue(data !== undefined);
  const items = data ?? NO_ITEMS;
  const added = useAddedItems();
  const { actions, heldDates, releaseDates, dialog: refreezeDialog } = useItemActions();
  const view = useItemsView(releaseDates);
  const editing = useEditDialog(items, actions);
  const count = useMemo(() => countByFreshness(items, now), [items, now]);
  useAppBadge(data && count.soon + count.expired);
  usePreloaded(isRendered && items.length > 0 ? PRELOADS : undefined, "item-dialogs");

  const chips = (
    <FilterChips
      count={count}
      filter={view.filter}
      onFilter={(filter) => view.select({ filter })}
      places={items.length > 0 ? view.places : NO_PLACES}
      place={view.place}
      onPlace={(place) => view.select({ place })}
    />
  );
  const isWaiting = data === undefined || !isRendered;
  return (
    <>
      {isWaiting || items.length === 0 ? (
        <div className={classes("stack gap-16 top shrink", styles.page)}>
          <h1>{t.title}</h1>
          {isWaiting ? (
            <SkeletonList rows={9} height={60} />
          ) : (
            <EmptyLarder query={query} scanHref={scanHref} chips={chips} />
          )}
        </div>
      ) : (
        <ItemPanes
          items={items}
          view={view}
          heldDates={heldDates}
          added={added}
          actions={actions}
          onEdit={editing.edit}
          chips={chips}
          now={now}
        />
      )}
      {/* Not in the list: what was typed for the last item stays if another device uses that item up. */}
      {editing.dialog}
      {refreezeDialog}
    </>
  );
}
