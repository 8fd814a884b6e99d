import "../../ui/screens.css";
import { lazy, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import type { GroceryItem } from "../../api/types";
import { useItems } from "../../api/cached/use-data";
import { useNow } from "../../lib/time/clock";
import { formatDay } from "../../lib/time/dates";
import { larderToday, startOfDay } from "../../lib/domain/freshness";
import { countByFreshness, countDueByDay } from "../../lib/domain/freshness-counts";
import { useLanguage } from "../../lib/language/i18n";
import { Link, navigate, useHistoryState } from "../../lib/navigation/router";
import { storage } from "../../lib/browser/storage";
import { useWide } from "../../lib/browser/wide";
import button from "../../ui/Button.module.css";
import { EmptyState } from "../../ui/EmptyState";
import { LoadFailed } from "../../ui/LoadFailed";
import { Skeleton, SkeletonList } from "../../ui/Skeleton";
import { EmptyShelf } from "../../ui/art/EmptyShelf";
import { NothingFound } from "../../ui/art/NothingFound";
import { classes } from "../../ui/classes";
import { preloadable, usePreloaded } from "../../ui/preloadable";
import { SEPARATOR } from "../../ui/separator";
import { translated, useCommon } from "../../ui/strings";
import { useSelecting } from "../../ui/use-selecting";
import { ItemList } from "./ItemList";
import styles from "./ItemsTab.module.css";
import { Summary } from "./Summary";
import { Toolbar } from "./Toolbar";
import { WeekStrip } from "./WeekStrip";
import { groupItems, type ItemGroup } from "./grouping";
import { sameItems, expiringSoon, visibleItems, type Filter, type ItemsView } from "./selection";
import { useItemsStrings } from "virtual:strings/items";
import { useItemActions } from "./use-item-actions";
import { sectionOf } from "./sections";
import { useItemsView } from "./use-items-view";

const AddedBanner = lazy(() => import("./AddedBanner"));
const DeleteAllDialog = preloadable(() => import("./DeleteAllDialog"));
const PastDateCard = lazy(() => import("./PastDateCard"));
const ReminderCard = lazy(() => import("./ReminderCard"));
const ZoneCard = lazy(() => import("./ZoneCard"));
const EditItemDialog = preloadable(() => import("./EditItemDialog"));
const ItemDetail = lazy(() => import("./ItemDetail"));
const UseUpDialog = preloadable(() => import("./UseUpDialog"));
const SelectionBar = preloadable(() => import("./SelectionBar"));
/** Dialogs that are loaded before the user opens them. */
const PRELOADS = [EditItemDialog, UseUpDialog, DeleteAllDialog, SelectionBar].map(({ preload }) => preload);

/** Shows all items of the larder, the most urgent first. */
export default function ItemsTab({ scanHref }: { scanHref: string }) {
  const common = useCommon();
  const t = useItemsStrings();
  const language = useLanguage();
  const now = useNow();
  const wide = useWide();
  const { data: items, query } = useItems();
  // Deferred, so that the first rendering of the list does not block input.
  const isRendered = useDeferredValue(items !== undefined);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  /** The item next to the list on a wide screen. */
  const [openedId, setOpenedId] = useState<string | null>(null);
  const [weekOpen, setWeekOpen] = useState(() => storage.get(WEEK_OPEN) !== null);
  const added = useAddedItems();
  const { actions, heldDates, releaseDates, dialog: refreezeDialog } = useItemActions();
  const page = useRef<HTMLDivElement>(null);

  const view = useItemsView(releaseDates);
  const { own, places, filter, day, place, sort, due, typed, searched, select } = view;
  const categories = common.categories;
  const list = useMemo(() => {
    const shownView: ItemsView = { filter, day, due, place, sort, query: searched, added: added.ids, heldDates };
    return visibleItems(items ?? NO_ITEMS, shownView, now, (name) => translated(categories, name));
  }, [items, filter, day, due, place, sort, searched, now, added.ids, heldDates, categories]);
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
  const removeSelected = () => {
    const { items } = selecting;
    if (items.length === list.length || items.length > MAX_UNCONFIRMED)
      setDialog({ kind: "delete", items, filter: "all" });
    else selecting.finish((chosen) => actions.removeAll(chosen, "all"));
  };
  const edit = useCallback((item: GroceryItem) => setDialog({ kind: "edit", item }), []);
  const open = useMemo(() => (wide ? ({ id }: GroceryItem) => setOpenedId(id) : edit), [wide, edit]);

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
  if (items.length === 0) {
    // If the list could not be loaded, it may not be empty.
    const isUnknown = query.isError || query.isPending;
    return (
      <div key="empty" className={classes("stack gap-16 top shrink", styles.page)}>
        <h1>{t.title}</h1>
        {isUnknown && <LoadFailed onRetry={() => void query.refetch()} busy={query.isFetching} />}
        {!isUnknown && <Summary count={figures.count} filter={filter} onFilter={(next) => select({ filter: next })} />}
        {!isUnknown && (
          <EmptyState
            art={<EmptyShelf />}
            title={t.emptyTitle}
            text={t.emptyText}
            action={
              <>
                <Link href={scanHref} className={classes(button.button, button.primary)}>
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
  const shownItem = wide ? (list.find(({ id }) => id === openedId) ?? groups[0]?.first) : undefined;
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
          places={places}
          place={place}
          onPlace={(next) => select({ place: next })}
          sort={sort}
          onSort={(next) => select({ sort: next })}
          onSelect={selecting.begin}
          onOpenUseUp={figures.count.soon > 0 ? () => setDialog({ kind: "useUp" }) : undefined}
          onDeleteAll={canDeleteAll ? () => setDialog({ kind: "delete", items: list, filter }) : undefined}
        />
        <div className={`stack gap-8 ${styles.overview}`}>
          <Summary count={figures.count} filter={filter} onFilter={(next) => select({ filter: next })} />
          {(wide || weekOpen || day !== null) && (
            <WeekStrip due={figures.due} now={now} selected={day} onSelect={(next) => select({ day: next })} />
          )}
        </div>
        <div className="stack gap-8 top shrink">
          {activeFilters.length > 0 && (
            <p className="row wrap soft gap-6">
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
              {(filter === "soon" || due) && figures.count.soon > 0 && (
                <button type="button" className="link green strong tap" onClick={() => setDialog({ kind: "useUp" })}>
                  {t.useUp}
                </button>
              )}
            </p>
          )}
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
              onEdit={edit}
              actions={actions}
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
                <ZoneCard now={now} />
                <PastDateCard items={items} now={now} actions={actions.several} />
                <ReminderCard />
              </>
            )}
          </Suspense>
        </div>
        {wide && (
          <div className={`aside shrink ${styles.aside}`}>
            <Suspense>
              {shownItem && (
                <ItemDetail
                  item={shownItem}
                  now={now}
                  actions={actions}
                  onEdit={edit}
                  takesFocus={openedId === shownItem.id}
                  onBack={() => page.current?.querySelector<HTMLElement>("[aria-current=true] h2 button")?.focus()}
                />
              )}
            </Suspense>
          </div>
        )}
      </div>
      <Suspense>
        {editDialog}
        {dialog?.kind === "useUp" && (
          <UseUpDialog items={expiringSoon(items, now)} now={now} actions={actions} onClose={close} />
        )}
        {dialog?.kind === "delete" && (
          <DeleteAllDialog
            count={dialog.items.length}
            filter={dialog.filter}
            onAnswer={(isConfirmed) => {
              close();
              if (!isConfirmed) return;
              selecting.end();
              actions.removeAll(dialog.items, dialog.filter);
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
    </div>
  );
}

/** The storage key that is set while the week is shown on a phone. */
const WEEK_OPEN = "larder.week-open";
const NO_ITEMS: readonly GroceryItem[] = [];
/** The maximum number of selected items that are deleted without a confirmation. */
const MAX_UNCONFIRMED = 10;

type OpenDialog =
  | { readonly kind: "edit"; readonly item: GroceryItem }
  | { readonly kind: "useUp" }
  /** Deletes these items if the user confirms. */
  | { readonly kind: "delete"; readonly items: readonly GroceryItem[]; readonly filter: Filter };
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
