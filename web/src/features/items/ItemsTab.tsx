import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useState } from "react";
import { Trash2 } from "lucide-react";
import { outbox } from "../../api/outbox/outbox";
import type { GroceryItem, Outcome } from "../../api/types";
import { useItems } from "../../api/use-data";
import { useNow } from "../../lib/clock";
import { formatDay } from "../../lib/dates";
import type { FoodEvent, FoodState } from "../../lib/domain/food-state";
import { currentFreshness, startOfDay } from "../../lib/domain/freshness";
import { useLanguage } from "../../lib/i18n";
import { Link, useHistoryState, useSearchParams } from "../../lib/router";
import { Button } from "../../ui/Button";
import button from "../../ui/Button.module.css";
import { EmptyState } from "../../ui/EmptyState";
import { MoreMenu } from "../../ui/MoreMenu";
import { Segmented } from "../../ui/Segmented";
import { SkeletonList } from "../../ui/Skeleton";
import surface from "../../ui/Surface.module.css";
import { EmptyShelf } from "../../ui/art/EmptyShelf";
import { NothingFound } from "../../ui/art/NothingFound";
import { classes } from "../../ui/classes";
import { useCommon } from "../../ui/strings";
import { showUndo } from "../../ui/toasts";
import { ItemCard } from "./ItemCard";
import styles from "./ItemsTab.module.css";
import { Summary } from "./Summary";
import { WeekStrip } from "./WeekStrip";
import { FILTERS, alike, dueOn, shown, type Filter } from "./selection";
import { useItemsStrings } from "./strings";

const AddedBanner = lazy(() => import("./AddedBanner"));
const DeleteAllDialog = lazy(() => import("./DeleteAllDialog"));
const ReminderCard = lazy(() => import("./ReminderCard"));
const EditItemDialog = lazy(() => import("./EditItemDialog"));

/** Everything that is in the larder, what is most urgent first. */
export default function ItemsTab({ scanHref }: { scanHref: string }) {
  const common = useCommon();
  const t = useItemsStrings();
  const language = useLanguage();
  const now = useNow();
  const { data: items, query } = useItems();
  // What comes in the place of the skeleton is drawn in slices; later changes of it show at once.
  const drawn = useDeferredValue(items !== undefined);
  const [search, setSearch] = useSearchParams();
  const [askingAll, setAskingAll] = useState(false);
  const [editing, setEditing] = useState<GroceryItem | null>(null);
  const added = useAdded();
  // Until the choice of rows changes.
  const [held, setHeld] = useState<ReadonlyMap<string, string>>(new Map());

  const filter = FILTERS.find((name) => name === search.get("filter")) ?? "all";
  const dayText = search.get("day");
  const day = dayText !== null && /^[0-6]$/.test(dayText) ? Number(dayText) : null;

  // A reminder leads here: what it is about, whatever it is.
  const due = search.get("due") !== null;

  const list = useMemo(() => {
    const wanted = shown(items ?? [], filter, day, now, added.ids, held);
    return due ? wanted.filter((item) => currentFreshness(item, now) !== "fresh") : wanted;
  }, [items, filter, day, due, now, added.ids, held]);
  useAppBadge(items, now);

  const select = (next: { filter?: Filter; day?: number | null }) => {
    setHeld(new Map());
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete("due");
        if (next.filter !== undefined) after.set("filter", next.filter);
        if (after.get("filter") === "all") after.delete("filter");
        if (next.day !== undefined) {
          if (next.day === null) after.delete("day");
          else after.set("day", String(next.day));
        }
        return after;
      },
      { replace: true },
    );
  };

  const archive = (item: GroceryItem) => {
    void outbox.submit({ kind: "item.archive", item }).catch(() => undefined);
    showUndo("items.archive", (n) => t.archivedToast(n, item.name), common.undo, () => void outbox.submit({ kind: "item.restore", item }).catch(() => undefined));
  };
  const remove = (item: GroceryItem) => {
    void outbox.submit({ kind: "item.delete", item }).catch(() => undefined);
    showUndo("items.delete", (n) => t.deletedToast(n, item.name), common.undo, () => void outbox.submit({ kind: "item.restore", item }).catch(() => undefined));
  };
  const update = (item: GroceryItem) => void outbox.submit({ kind: "item.update", item }).catch(() => undefined);
  const save = (changes: readonly { before: GroceryItem; after: GroceryItem }[]) => {
    setEditing(null);
    setHeld((before) => new Map([...changes.map(({ before: { id, expiresAt } }): [string, string] => [id, expiresAt]), ...before]));
    for (const { after } of changes) update(after);
    showUndo("items.edit", () => t.updatedToast(changes.length), common.undo, () => changes.forEach(({ before }) => update(before)));
  };
  const halve = (item: GroceryItem) => {
    setEditing(null);
    update({ ...item, quantity: Math.max(0.001, Math.round(item.quantity * 500) / 1000) });
    showUndo("items.half", () => t.halfToast(item.name), common.undo, () => update(item));
  };
  const change = (item: GroceryItem, event: FoodEvent, after: FoodState) => {
    setEditing(null);
    setHeld((before) => new Map([[item.id, item.expiresAt], ...before]));
    void outbox.submit({ kind: "item.state", item: { ...item, ...after }, event }).catch(() => undefined);
    const until = after.expiresAt === item.expiresAt ? undefined : formatDay(language, after.expiresAt, now);
    showUndo("items.state", () => (until === undefined ? t.stateToast(event.event, item.name) : t.stateToastUntil(event.event, item.name, until)), common.undo, () => void outbox.submit({ kind: "item.state", item, event: { event: "undone" } }).catch(() => undefined));
  };
  const outcome = (item: GroceryItem, became: Outcome) => {
    setEditing(null);
    void outbox.submit({ kind: "item.outcome", itemId: item.id, outcome: became, item }).catch(() => undefined);
    const title = became === "used" ? t.usedToast : t.tossedToast;
    showUndo(`items.${became}`, (n) => title(n, item.name), common.undo, () => void outbox.submit({ kind: "item.restore", item }).catch(() => undefined));
  };
  const removeAll = (yes: boolean) => {
    setAskingAll(false);
    if (!yes) return;
    const affected = shown(items ?? [], filter, null, now);
    // The server says which it deleted, and of what was on screen only those come back. Until it has answered, all of it does.
    let deleted: ReadonlySet<string> | undefined;
    void outbox
      .submit<{ ids: readonly string[] }>({ kind: "items.deleteByStatus", status: filter, ids: affected.map(({ id }) => id) })
      .then(({ ids }) => (deleted = new Set(ids)), () => (deleted = new Set()));
    showUndo("items.delete-all", () => t.deletedAllToast(affected.length), common.undo, () => {
      for (const item of affected) if (deleted?.has(item.id) ?? true) void outbox.submit({ kind: "item.restore", item }).catch(() => undefined);
    });
  };

  if (items === undefined || !drawn) {
    return (
      <div className={surface.stack}>
        <h1>{t.title}</h1>
        <SkeletonList rows={5} height={120} />
      </div>
    );
  }

  if (items.length === 0) {
    return (
      <div className={surface.stack}>
        <h1>{t.title}</h1>
        {query.isError && <LoadFailed onRetry={() => void query.refetch()} />}
        <Summary items={items} now={now} filter={filter} onFilter={(next) => select({ filter: next })} />
        <EmptyState
          art={<EmptyShelf />}
          title={t.emptyTitle}
          text={t.emptyText}
          action={
            <>
              <Link href={scanHref} className={classes(button.button, button.primary)}>{t.emptyAction}</Link>
              <Link href="/link" className={classes(button.button, button.ghost)}>{t.emptyJoin}</Link>
            </>
          }
        />
      </div>
    );
  }

  // Null for today, which has a name of its own.
  const dayName = day === null || day === 0 ? null : formatDay(language, startOfDay(now, day), now);
  return (
    <>
      <h1 className={styles.heading}>{t.title}</h1>
      <div className={classes(surface.panes, styles.panes)}>
        <section className={classes(surface.aside, surface.stack, styles.overview)}>
          <Summary items={items} now={now} filter={filter} onFilter={(next) => select({ filter: next })} />
          <WeekStrip due={dueOn(items, now)} now={now} selected={day} onSelect={(next) => select({ day: next })} />
        </section>
        <div className={styles.main}>
          <div className={styles.controls}>
            <Segmented
              label={t.filterLabel}
              value={filter}
              onChange={(next) => select({ filter: next })}
              options={FILTERS.map((name) => ({ value: name, label: t.filters[name] }))}
            />
          </div>
          <div className={styles.caption}>
            {due ? (
              <p className={surface.soft}>
                {t.dueFilter} · {common.itemCount(list.length)}{" "}
                <button type="button" className={styles.textButton} onClick={() => select({})}>{t.showAll}</button>
              </p>
            ) : day === null ? (
              <p className={surface.soft}>{common.itemCount(list.length)}</p>
            ) : (
              <p className={surface.soft}>
                {dayName === null ? t.dueToday : t.dueOn(dayName)} · {common.itemCount(list.length)}{" "}
                <button type="button" className={styles.textButton} onClick={() => select({ day: null })}>{t.clearDay}</button>
              </p>
            )}
            {day === null && !due && list.length > 0 && (
              <MoreMenu label={t.moreActions}>
                <Button variant="ghost" size="small" className={styles.deleteAll} icon={<Trash2 size={18} aria-hidden />} onClick={() => setAskingAll(true)}>
                  {t.deleteAll}
                </Button>
              </MoreMenu>
            )}
          </div>
          {query.isError && <p role="status" className={styles.stale}>{t.refreshFailed}</p>}
          <Suspense>{added.ids.size > 0 && <AddedBanner items={items.filter((item) => added.ids.has(item.id))} onDismiss={added.dismiss} />}</Suspense>
          {list.length > 0 ? (
            <ul className={classes(surface.list, styles.items)} aria-label={t.list}>
              {list.map((item) => (
                <ItemCard key={item.id} item={item} now={now} isNew={added.ids.has(item.id)} onEdit={setEditing} onEaten={(eaten) => outcome(eaten, "used")} onArchive={archive} onDelete={remove} />
              ))}
            </ul>
          ) : (
            <EmptyState art={<NothingFound />} title={day === null ? t.emptyFilter[due ? "soon" : filter] : dayName === null ? t.emptyToday : t.emptyDay(dayName)} text={day === null ? t.emptyFilterText[due ? "soon" : filter] : undefined} />
          )}
          {/* Below the list, so that nothing moves when it turns out to be wanted. */}
          <Suspense>{added.ids.size === 0 && <ReminderCard />}</Suspense>
        </div>
      </div>
      <Suspense>{editing && <EditItemDialog item={editing} alike={alike(items, editing)} onSave={save} onHalf={halve} onState={change} onOutcome={outcome} onClose={() => setEditing(null)} />}</Suspense>
      <Suspense>{askingAll && <DeleteAllDialog count={list.length} filter={filter} onAnswer={removeAll} />}</Suspense>
    </>
  );
}

function LoadFailed({ onRetry }: { onRetry: () => void }) {
  const common = useCommon();
  return (
    <div role="alert" className={classes(surface.card, surface.split)}>
      <p><strong>{common.loadFailedTitle}</strong><br />{common.loadFailedText}</p>
      <Button onClick={onRetry}>{common.retry}</Button>
    </div>
  );
}

/** The items a scan has just brought, by the history entry that led here: a reload still shows them, another visit does not. */
function useAdded(): { ids: ReadonlySet<string>; dismiss: () => void } {
  const state = useHistoryState() as { added?: unknown } | null;
  const [dismissed, setDismissed] = useState(false);
  const ids = useMemo(() => new Set(dismissed || !Array.isArray(state?.added) ? [] : (state.added as readonly string[])), [state, dismissed]);
  return {
    ids,
    dismiss: () => {
      setDismissed(true);
      history.replaceState(null, "");
    },
  };
}

/** The number on the installed app's icon: what should be eaten soon or is past its day. */
function useAppBadge(items: readonly GroceryItem[] | undefined, now: Date): void {
  const due = items === undefined ? undefined : shown(items, "soon", null, now).length + shown(items, "expired", null, now).length;
  useEffect(() => {
    if (due === undefined || !("setAppBadge" in navigator)) return;
    void (due > 0 ? navigator.setAppBadge(due) : navigator.clearAppBadge()).catch(() => undefined);
  }, [due]);
}
