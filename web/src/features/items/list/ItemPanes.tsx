import { Suspense, useCallback, useDeferredValue, useMemo, type ReactNode } from "react";
import { useIsLooker } from "../../../api/household/role";
import type { GroceryItem } from "../../../api/types";
import { useWide } from "../../../lib/browser/wide";
import { countDueByDay } from "../../../lib/domain/freshness-counts";
import { isUnsure } from "../../../lib/domain/unsure";
import { classes } from "../../../ui/classes";
import { useSelecting } from "../../../ui/hooks/use-selecting";
import type { ItemActions } from "../use-item-actions";
import { ActiveFilters, NoItemsShown } from "./FilterTexts";
import { ItemList } from "./ItemList";
import styles from "./ItemsTab.module.css";
import { CardAboveList, CardsBelowList } from "./ListCards";
import { Toolbar } from "./Toolbar";
import { WeekStrip } from "./WeekStrip";
import { SelectionBar } from "./dialogs";
import type { AddedItems } from "./use-added-items";
import { useItemDetail } from "./use-item-detail";
import type { ItemsViewState } from "./use-items-view";
import { useRemovals } from "./use-removals";
import { useShownItems } from "./use-shown-items";
import { useSwipeActions } from "./use-swipe-actions";
import { useWeekOpen } from "./use-week-open";

interface ItemPanesProps {
  items: readonly GroceryItem[];
  view: ItemsViewState;
  /** The dates by which changed items are still sorted. */
  heldDates: ReadonlyMap<string, string>;
  added: AddedItems;
  actions: ItemActions;
  onEdit: (item: GroceryItem) => void;
  chips: ReactNode;
  now: Date;
}

/** Shows the items of a view, with the actions on them and, on a wide screen, the details of one of them. */
export function ItemPanes({ items, view, heldDates, added, actions, onEdit, chips, now }: ItemPanesProps) {
  const isLooker = useIsLooker();
  const wide = useWide();
  const { filter, day, place, sort, due, searched, select } = view;
  const { list, groups, cards, headingOf } = useShownItems(items, view, added.ids, heldDates, now);
  const dueByDay = useMemo(() => countDueByDay(items, now), [items, now]);
  const deferredNow = useDeferredValue(now);
  const [isWeekOpen, setIsWeekOpen] = useWeekOpen();
  const selecting = useSelecting(list);
  const chosen = useDeferredValue(selecting.chosen);
  const removals = useRemovals(list, selecting, actions);
  const swiping = useSwipeActions(actions);
  const first = groups[0]?.first;
  const { showDetail, detail, currentId } = useItemDetail({ items, list, first, now, actions, onEdit });
  const addedIds = added.ids;
  // What was just added, or is unsure, is opened to be corrected.
  const open = useCallback(
    (item: GroceryItem) => {
      if (!wide && (addedIds.has(item.id) || isUnsure(item)) && !isLooker) onEdit(item);
      else showDetail(item.id);
    },
    [wide, addedIds, isLooker, onEdit, showDetail],
  );
  const canDeleteAll = day === null && !due && place === null && searched === "" && list.length > 0;
  return (
    <div className={styles.page}>
      <div className={classes("stack gap-8 start", styles.panes, selecting.chosen !== null && "above-bar")}>
        <Toolbar
          count={list.length}
          query={view.typed}
          onQuery={view.setTyped}
          weekOpen={isWeekOpen}
          onWeek={(isOpen) => {
            setIsWeekOpen(isOpen);
            if (!isOpen && day !== null) select({ day: null });
          }}
          sort={sort}
          onSort={(next) => select({ sort: next })}
          swipe={swiping.meaning}
          onSwipe={swiping.setMeaning}
          onSelect={selecting.begin}
          onDeleteAll={canDeleteAll ? () => void removals.removeAll(list, filter) : undefined}
        />
        <div className={`stack gap-8 ${styles.overview}`}>
          {chips}
          {(wide || isWeekOpen || day !== null) && (
            <WeekStrip due={dueByDay} now={now} selected={day} onSelect={(next) => select({ day: next })} />
          )}
        </div>
        <div className="stack gap-8 top shrink">
          <ActiveFilters view={view} now={now} count={list.length} />
          <CardAboveList
            items={items}
            added={items.filter((item) => addedIds.has(item.id))}
            onDismiss={added.dismiss}
            actions={actions}
            now={now}
          />
          {list.length > 0 ? (
            <ItemList
              groups={cards}
              totalCount={groups.length}
              now={deferredNow}
              added={addedIds}
              headingOf={headingOf}
              selected={chosen}
              current={currentId}
              onOpen={open}
              actions={isLooker ? undefined : actions}
              swipe={swiping.meaning ?? "outcome"}
              onSwipe={swiping.onSwipe}
              onSelect={selecting.choose}
            />
          ) : (
            <NoItemsShown view={view} now={now} />
          )}
          {addedIds.size === 0 && <CardsBelowList items={items} actions={actions} now={now} />}
        </div>
        {wide && <div className={`aside shrink ${styles.aside}`}>{detail}</div>}
      </div>
      {!wide && detail}
      {swiping.dialog}
      <Suspense>
        {selecting.chosen !== null && (
          <SelectionBar selecting={selecting} actions={actions.several} onDelete={removals.removeSelected} />
        )}
      </Suspense>
      {removals.dialog}
    </div>
  );
}
