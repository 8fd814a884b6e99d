import "../../../ui/styles/screens.css";
import { Suspense, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useIsLooker } from "../../../api/household/role";
import type { GroceryItem } from "../../../api/types";
import { useItems } from "../../../api/cached/use-data";
import { useNow } from "../../../lib/time/clock";
import type { countByFreshness } from "../../../lib/domain/freshness-counts";
import type { StoragePlace } from "../../../lib/domain/places";
import { isUnsure } from "../../../lib/domain/unsure";
import { navigate, useHistoryState } from "../../../lib/navigation/router";
import { storage } from "../../../lib/browser/storage";
import { useWide } from "../../../lib/browser/wide";
import { ConfirmDialog } from "../../../ui/widgets/Confirm";
import { SkeletonList } from "../../../ui/widgets/Skeleton";
import { classes } from "../../../ui/classes";
import { preloadable, usePreloaded } from "../../../ui/preloadable";
import { useSelecting } from "../../../ui/hooks/use-selecting";
import { EmptyLarder } from "./EmptyLarder";
import { FilterChips } from "./FilterChips";
import { ActiveFilters, NoItemsShown } from "./FilterTexts";
import { ItemList } from "./ItemList";
import styles from "./ItemsTab.module.css";
import { CardAboveList, CardsBelowList } from "./ListCards";
import { Toolbar } from "./Toolbar";
import { WeekStrip } from "./WeekStrip";
import { sameItems } from "./selection";
import { useItemsStrings } from "virtual:strings/items";
import { useItemActions, type ItemActions } from "../use-item-actions";
import { useSwipeMeaning, type SwipeMeaning } from "./swipe-meaning";
import { useItemsView } from "./use-items-view";
import { useRemovals } from "./use-removals";
import { useShownItems } from "./use-shown-items";

const EditItemDialog = preloadable(() => import("../item/EditItemDialog"));
const ItemDetail = preloadable(() => import("../item/ItemDetail"));
const SwipeDialog = preloadable(() => import("./SwipeDialog"));
const SelectionBar = preloadable(() => import("./SelectionBar"));
/** Dialogs that are loaded before the user opens them. */
const PRELOADS = [ItemDetail, EditItemDialog, ConfirmDialog, SelectionBar, SwipeDialog].map(({ preload }) => preload);

/** Shows all items of the larder, the most urgent first. */
export default function ItemsTab({ scanHref }: { scanHref: string }) {
  const t = useItemsStrings();
  const isLooker = useIsLooker();
  const now = useNow();
  const wide = useWide();
  const { data, query } = useItems();
  // Deferred, so that the first rendering of the list does not block input.
  const isRendered = useDeferredValue(data !== undefined);
  const items = data ?? NO_ITEMS;
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  /** The item in a sheet, or next to the list on a wide screen. */
  const [openedId, setOpenedId] = useState<string | null>(null);
  const [weekOpen, setWeekOpen] = useState(() => storage.get(WEEK_OPEN) !== null);
  const added = useAddedItems();
  const { actions, heldDates, releaseDates, dialog: refreezeDialog } = useItemActions();
  const page = useRef<HTMLDivElement>(null);

  const view = useItemsView(releaseDates);
  const { places, filter, day, place, sort, due, typed, searched, select } = view;
  const { list, groups, cards, headingOf, counts } = useShownItems(items, view, added.ids, heldDates, now);
  const deferredNow = useDeferredValue(now);
  const selecting = useSelecting(list);
  const chosen = useDeferredValue(selecting.chosen);
  const removals = useRemovals(list, selecting, actions);
  useAppBadge(data && counts.byFreshness);
  usePreloaded(isRendered && items.length > 0 ? PRELOADS : undefined, "item-dialogs");

  const close = () => setDialog(null);
  const edit = useCallback((item: GroceryItem) => setDialog({ kind: "edit", item }), []);
  const addedIds = added.ids;
  // What was just added, or is unsure, is opened to be corrected.
  const open = useCallback(
    (item: GroceryItem) => {
      if (!wide && (addedIds.has(item.id) || isUnsure(item)) && !isLooker) edit(item);
      else setOpenedId(item.id);
    },
    [wide, addedIds, isLooker, edit],
  );
  const [swipe, setSwipe] = useSwipeMeaning();
  const onSwipe = useCallback(
    (item: GroceryItem, side: SwipeSide) =>
      swipe === null ? setDialog({ kind: "swipe", item, side }) : runSwipe(swipe, side, item, actions),
    [swipe, actions],
  );

  if (data === undefined || !isRendered) {
    return (
      <div key="waiting" className={classes("stack gap-16 top shrink", styles.page)}>
        <h1>{t.title}</h1>
        <SkeletonList rows={9} height={60} />
      </div>
    );
  }

  const editDialog = dialog?.kind === "edit" && (
    <EditItemDialog
      item={dialog.item}
      sameItems={sameItems(items, dialog.item)}
      isGone={!items.some(({ id }) => id === dialog.item.id)}
      actions={actions}
      onClose={close}
    />
  );
  const chips = (
    <FilterChips
      count={counts.byFreshness}
      filter={filter}
      onFilter={(next) => select({ filter: next })}
      places={items.length > 0 ? places : NO_PLACES}
      place={place}
      onPlace={(next) => select({ place: next })}
    />
  );
  if (items.length === 0) {
    return (
      <div key="empty" className={classes("stack gap-16 top shrink", styles.page)}>
        <h1>{t.title}</h1>
        <EmptyLarder query={query} scanHref={scanHref} chips={chips} />
        {/* What was typed for the last item stays if another device uses that item up. */}
        <Suspense>{editDialog}</Suspense>
        {removals.dialog}
      </div>
    );
  }

  const openedItem = (wide ? list : items).find(({ id }) => id === openedId);
  // It has left the larder; an undo does not open it again.
  if (!wide && openedId !== null && !openedItem) setOpenedId(null);
  const shownItem = wide ? (openedItem ?? groups[0]?.first) : undefined;
  const detail = shownItem ?? openedItem;
  const itemDetail = detail && (
    <ItemDetail
      item={detail}
      now={now}
      actions={actions}
      onEdit={edit}
      isSheet={!wide}
      takesFocus={openedId === detail.id}
      onBack={() => {
        if (wide) page.current?.querySelector<HTMLElement>("[aria-current=true] h2 button")?.focus();
        else setOpenedId(null);
      }}
    />
  );
  const canDeleteAll = day === null && !due && place === null && searched === "" && list.length > 0;
  return (
    <div ref={page} className={styles.page}>
      <div className={classes("stack gap-8 start", styles.panes, selecting.chosen !== null && "above-bar")}>
        <Toolbar
          count={list.length}
          query={typed}
          onQuery={view.setTyped}
          weekOpen={weekOpen}
          onWeek={(open) => {
            setWeekOpen(open);
            if (open) storage.set(WEEK_OPEN, "1");
            else storage.remove(WEEK_OPEN);
            if (!open && day !== null) select({ day: null });
          }}
          sort={sort}
          onSort={(next) => select({ sort: next })}
          swipe={swipe}
          onSwipe={setSwipe}
          onSelect={selecting.begin}
          onDeleteAll={canDeleteAll ? () => void removals.removeAll(list, filter) : undefined}
        />
        <div className={`stack gap-8 ${styles.overview}`}>
          {chips}
          {(wide || weekOpen || day !== null) && (
            <WeekStrip due={counts.dueByDay} now={now} selected={day} onSelect={(next) => select({ day: next })} />
          )}
        </div>
        <div className="stack gap-8 top shrink">
          <ActiveFilters view={view} now={now} count={list.length} />
          <CardAboveList
            items={items}
            added={items.filter((item) => added.ids.has(item.id))}
            onDismiss={added.dismiss}
            actions={actions}
            now={now}
          />
          {list.length > 0 ? (
            <ItemList
              groups={cards}
              totalCount={groups.length}
              now={deferredNow}
              added={added.ids}
              headingOf={headingOf}
              selected={chosen}
              current={shownItem?.id}
              onOpen={open}
              actions={isLooker ? undefined : actions}
              swipe={swipe ?? "outcome"}
              onSwipe={onSwipe}
              onSelect={selecting.choose}
            />
          ) : (
            <NoItemsShown view={view} now={now} />
          )}
          {added.ids.size === 0 && <CardsBelowList items={items} actions={actions} now={now} />}
        </div>
        {wide && (
          <div className={`aside shrink ${styles.aside}`}>
            <Suspense>{itemDetail}</Suspense>
          </div>
        )}
      </div>
      <Suspense>
        {editDialog}
        {!wide && itemDetail}
        {dialog?.kind === "swipe" && (
          <SwipeDialog
            onAnswer={(meaning) => {
              close();
              if (meaning === null) return;
              setSwipe(meaning);
              runSwipe(meaning, dialog.side, dialog.item, actions);
            }}
          />
        )}
      </Suspense>
      <Suspense>
        {selecting.chosen !== null && (
          <SelectionBar
            count={selecting.items.length}
            onAll={selecting.all}
            onDone={selecting.end}
            onMarkUsed={() => selecting.finish(actions.several.markUsed)}
            onThrowAway={() => selecting.finish(actions.several.markTossed)}
            onFreeze={() => selecting.finish(actions.several.freeze)}
            onArchive={() => selecting.finish(actions.several.archive)}
            onDelete={removals.removeSelected}
          />
        )}
      </Suspense>
      {refreezeDialog}
      {removals.dialog}
    </div>
  );
}

/** The storage key that is set while the week is shown on a phone. */
const WEEK_OPEN = "larder.week-open";
const NO_ITEMS: readonly GroceryItem[] = [];
const NO_PLACES: readonly StoragePlace[] = [];

type SwipeSide = "left" | "right";

function runSwipe(meaning: SwipeMeaning, side: SwipeSide, item: GroceryItem, actions: ItemActions): void {
  if (meaning === "outcome") (side === "right" ? actions.markUsed : actions.markTossed)(item);
  else (side === "right" ? actions.archive : actions.remove)(item);
}

type OpenDialog =
  | { readonly kind: "edit"; readonly item: GroceryItem }
  /** Asks what a swipe does, and then does it. */
  | { readonly kind: "swipe"; readonly item: GroceryItem; readonly side: SwipeSide };

/** Returns the items that a scan has just added. They are stored in the history entry, so that a reload keeps them. */
function useAddedItems(): { ids: ReadonlySet<string>; dismiss: () => void } {
  const state = useHistoryState() as { added?: unknown } | null;
  const ids = useMemo(() => new Set(Array.isArray(state?.added) ? (state.added as readonly string[]) : []), [state]);
  return { ids, dismiss: () => navigate(location.pathname + location.search, { replace: true }) };
}

/** Shows the number of expiring and expired items on the icon of the installed app. */
function useAppBadge(count: ReturnType<typeof countByFreshness> | undefined): void {
  const due = count && count.soon + count.expired;
  useEffect(() => {
    if (due === undefined || !("setAppBadge" in navigator)) return;
    void (due > 0 ? navigator.setAppBadge(due) : navigator.clearAppBadge()).catch(() => undefined);
  }, [due]);
}
