import "../../../ui/styles/screens.css";
import { lazy, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useIsLooker } from "../../../api/household/role";
import type { GroceryItem } from "../../../api/types";
import { useItems } from "../../../api/cached/use-data";
import { useNow } from "../../../lib/time/clock";
import { formatDay } from "../../../lib/time/dates";
import { larderToday, startOfDay } from "../../../lib/domain/freshness";
import { countByFreshness, countDueByDay } from "../../../lib/domain/freshness-counts";
import type { StoragePlace } from "../../../lib/domain/places";
import { isUnsure } from "../../../lib/domain/unsure";
import { useLanguage } from "../../../lib/language/i18n";
import { Link, navigate, useHistoryState } from "../../../lib/navigation/router";
import { storage } from "../../../lib/browser/storage";
import { useWide } from "../../../lib/browser/wide";
import button from "../../../ui/widgets/Button.module.css";
import { ConfirmDialog, useConfirm } from "../../../ui/widgets/Confirm";
import { EmptyState } from "../../../ui/widgets/EmptyState";
import { LoadFailed } from "../../../ui/widgets/LoadFailed";
import { Skeleton, SkeletonList } from "../../../ui/widgets/Skeleton";
import { EmptyShelf } from "../../../ui/art/EmptyShelf";
import { NothingFound } from "../../../ui/art/NothingFound";
import { classes } from "../../../ui/classes";
import { preloadable, usePreloaded } from "../../../ui/preloadable";
import { SEPARATOR } from "../../../ui/text/separator";
import { categoryText } from "../../../ui/text/category-text";
import { useCommon } from "../../../ui/text/strings";
import { useSelecting } from "../../../ui/hooks/use-selecting";
import { FilterChips } from "./FilterChips";
import { ItemList } from "./ItemList";
import styles from "./ItemsTab.module.css";
import { Toolbar } from "./Toolbar";
import { UseUpCard } from "../use-up/UseUpCard";
import { WeekStrip } from "./WeekStrip";
import { groupItems, type ItemGroup } from "./grouping";
import { sameItems, visibleItems, type Filter, type ItemsView } from "./selection";
import { useItemsStrings } from "virtual:strings/items";
import { useItemActions, type ItemActions } from "../use-item-actions";
import { sectionOf } from "./sections";
import { useSwipeMeaning, type SwipeMeaning } from "./swipe-meaning";
import { useItemsView } from "./use-items-view";

const AddedBanner = lazy(() => import("./AddedBanner"));
const PastDateCard = lazy(() => import("./PastDateCard"));
const ReminderCard = lazy(() => import("./ReminderCard"));
const ZoneCard = lazy(() => import("./ZoneCard"));
const EditItemDialog = preloadable(() => import("../item/EditItemDialog"));
const ItemDetail = preloadable(() => import("../item/ItemDetail"));
const SwipeDialog = preloadable(() => import("./SwipeDialog"));
const SelectionBar = preloadable(() => import("./SelectionBar"));
/** Dialogs that are loaded before the user opens them. */
const PRELOADS = [ItemDetail, EditItemDialog, ConfirmDialog, SelectionBar, SwipeDialog].map(({ preload }) => preload);

/** Shows all items of the larder, the most urgent first. */
export default function ItemsTab({ scanHref }: { scanHref: string }) {
  const common = useCommon();
  const t = useItemsStrings();
  const isLooker = useIsLooker();
  const language = useLanguage();
  const now = useNow();
  const wide = useWide();
  const { data: items, query } = useItems();
  // Deferred, so that the first rendering of the list does not block input.
  const isRendered = useDeferredValue(items !== undefined);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  /** The item in a sheet, or next to the list on a wide screen. */
  const [openedId, setOpenedId] = useState<string | null>(null);
  const [weekOpen, setWeekOpen] = useState(() => storage.get(WEEK_OPEN) !== null);
  const added = useAddedItems();
  const { actions, heldDates, releaseDates, dialog: refreezeDialog } = useItemActions();
  const { confirm, dialog: deletionDialog } = useConfirm();
  const page = useRef<HTMLDivElement>(null);

  const view = useItemsView(releaseDates);
  const { own, places, filter, day, place, sort, due, typed, searched, select } = view;
  const list = useMemo(() => {
    const shownView: ItemsView = { filter, day, due, place, sort, query: searched, added: added.ids, heldDates };
    return visibleItems(items ?? NO_ITEMS, shownView, now, (name) => categoryText(common, name));
  }, [items, filter, day, due, place, sort, searched, now, added.ids, heldDates, common]);
  const groups = useMemo(() => groupItems(list, own), [list, own]);
  const sections = t.sections;
  const headingOf = useCallback(
    ({ first }: ItemGroup) => {
      // Items that were just added come first, and a sorted-by-name list has no days to tell apart.
      if (sort !== "expiry" || day !== null || added.ids.has(first.id)) return undefined;
      const heldDate = heldDates.get(first.id);
      return sections[sectionOf(heldDate === undefined ? first : { expiresAt: heldDate }, now)];
    },
    [sort, day, added.ids, heldDates, now, sections],
  );
  // The first cards are rendered at once, the others deferred.
  const cards = useDeferredValue(groups, groups.slice(0, FIRST_CARDS));
  const deferredNow = useDeferredValue(now);
  const selecting = useSelecting(list);
  const chosen = useDeferredValue(selecting.chosen);
  const figures = useMemo(
    () => ({ count: countByFreshness(items ?? NO_ITEMS, now), due: countDueByDay(items ?? NO_ITEMS, now) }),
    [items, now],
  );
  useAppBadge(items && figures.count);
  usePreloaded(isRendered && items?.length ? PRELOADS : undefined, "item-dialogs");

  const close = () => setDialog(null);
  const removeAll = async (shown: readonly GroceryItem[], status: Filter) => {
    const text = t.deleteAllText(shown.length, status);
    if (!(await confirm({ title: t.deleteAll, text, action: t.deleteAll }))) return;
    selecting.end();
    actions.removeAll(shown, status);
  };
  const removeSelected = () => {
    const { items } = selecting;
    if (items.length === list.length || items.length > MAX_UNCONFIRMED) void removeAll(items, "all");
    else selecting.finish((chosen) => actions.removeAll(chosen, "all"));
  };
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

  if (items === undefined || !isRendered) {
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
      count={figures.count}
      filter={filter}
      onFilter={(next) => select({ filter: next })}
      places={items.length > 0 ? places : NO_PLACES}
      place={place}
      onPlace={(next) => select({ place: next })}
    />
  );
  if (items.length === 0) {
    // If the list could not be loaded, it may not be empty.
    const isUnknown = query.isError || query.isPending;
    return (
      <div key="empty" className={classes("stack gap-16 top shrink", styles.page)}>
        <h1>{t.title}</h1>
        {isUnknown && <LoadFailed onRetry={() => void query.refetch()} busy={query.isFetching} />}
        {!isUnknown && chips}
        {!isUnknown && (
          <EmptyState
            art={<EmptyShelf />}
            title={t.emptyTitle}
            text={t.emptyText}
            action={
              <>
                <Link href={scanHref} className={classes(button.button, button.primary, "members-only")}>
                  {t.emptyAction}
                </Link>
                <Link href="/link" className={classes(button.button, button.ghost)}>
                  {t.emptyJoin}
                </Link>
              </>
            }
          />
        )}
        {/* What was typed for the last item stays if another device uses that item up. */}
        <Suspense>{editDialog}</Suspense>
      </div>
    );
  }

  const addedItems = items.filter((item) => added.ids.has(item.id));
  // Null for today, which has a name of its own.
  const dayName = day === null || day === 0 ? null : formatDay(language, startOfDay(larderToday(now), day), now);
  const activeFilters = [
    due ? t.dueFilter : filter === "all" ? undefined : t.filters[filter],
    day === null ? undefined : dayName === null ? t.dueToday : t.dueOn(dayName),
    place === null ? undefined : (place.name ?? common.places[place.storage]),
  ].filter((part) => part !== undefined);
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
          onDeleteAll={canDeleteAll ? () => void removeAll(list, filter) : undefined}
        />
        <div className={`stack gap-8 ${styles.overview}`}>
          {chips}
          {(wide || weekOpen || day !== null) && (
            <WeekStrip due={figures.due} now={now} selected={day} onSelect={(next) => select({ day: next })} />
          )}
        </div>
        <div className="stack gap-8 top shrink">
          {activeFilters.length > 0 && (
            <p className="row wrap muted gap-6">
              {activeFilters.join(SEPARATOR)}
              {SEPARATOR}
              {common.itemCount(list.length)}{" "}
              <button
                type="button"
                className="link green strong tap"
                onClick={() => select({ filter: "all", day: null, place: null })}
              >
                {day !== null && place === null && !due && filter === "all" ? t.clearDay : t.showAll}
              </button>
            </p>
          )}
          {addedItems.length === 0 && <UseUpCard items={items} now={now} />}
          {addedItems.length > 0 && (
            // Reserves space until the code is loaded, so that no card moves under a finger.
            <Suspense fallback={<Skeleton height={140} />}>
              <AddedBanner
                items={addedItems}
                actions={actions}
                onUndo={() => {
                  actions.removeAll(addedItems, "all");
                  added.dismiss();
                }}
                onDismiss={added.dismiss}
              />
            </Suspense>
          )}
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
          ) : searched !== "" ? (
            <EmptyState art={<NothingFound />} title={t.nothingFound(searched)} />
          ) : (
            <EmptyState
              art={<NothingFound />}
              title={
                place !== null
                  ? place.name === undefined
                    ? t.emptyPlace[place.storage]
                    : t.emptyFilter.all
                  : day === null
                    ? t.emptyFilter[due ? "soon" : filter]
                    : dayName === null
                      ? t.emptyToday
                      : t.emptyDay(dayName)
              }
              text={day === null && place === null ? t.emptyFilterText[due ? "soon" : filter] : undefined}
            />
          )}
          {/* Below the list, so that no card moves when it appears. */}
          <Suspense>
            {added.ids.size === 0 && (
              <>
                {!isLooker && (
                  <>
                    <ZoneCard now={now} />
                    <PastDateCard items={items} now={now} actions={actions.several} />
                  </>
                )}
                <ReminderCard />
              </>
            )}
          </Suspense>
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
            onDelete={removeSelected}
          />
        )}
      </Suspense>
      {refreezeDialog}
      {deletionDialog}
    </div>
  );
}

/** The storage key that is set while the week is shown on a phone. */
const WEEK_OPEN = "larder.week-open";
const NO_ITEMS: readonly GroceryItem[] = [];
const NO_PLACES: readonly StoragePlace[] = [];
/** The maximum number of selected items that are deleted without a confirmation. */
const MAX_UNCONFIRMED = 10;

type SwipeSide = "left" | "right";

function runSwipe(meaning: SwipeMeaning, side: SwipeSide, item: GroceryItem, actions: ItemActions): void {
  if (meaning === "outcome") (side === "right" ? actions.markUsed : actions.markTossed)(item);
  else (side === "right" ? actions.archive : actions.remove)(item);
}

type OpenDialog =
  | { readonly kind: "edit"; readonly item: GroceryItem }
  /** Asks what a swipe does, and then does it. */
  | { readonly kind: "swipe"; readonly item: GroceryItem; readonly side: SwipeSide };
/** More cards than the tallest window shows. */
const FIRST_CARDS = 20;

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
