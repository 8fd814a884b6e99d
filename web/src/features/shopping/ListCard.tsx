import { Suspense, useEffect, useMemo, useRef, useState } from "react";
import { ArrowUpDown, Eye, EyeOff, Printer, Refrigerator } from "lucide-react";
import type { ShoppingListItem } from "../../api/types";
import { usePreferences } from "../../api/cached/use-data";
import { storage } from "../../lib/browser/storage";
import { Button } from "../../ui/Button";
import { useConfirm } from "../../ui/Confirm";
import { EmptyState } from "../../ui/EmptyState";
import { Menu } from "../../ui/Menu";
import { ShoppingBag } from "../../ui/art/ShoppingBag";
import { preloadable, usePreloaded } from "../../ui/preloadable";
import styles from "./ListCard.module.css";
import { ListRow, type RowActions } from "./ListRow";
import { listLinesOf, type ListLine } from "./list-lines";
import { useSetListUsedUp } from "./mutations/household";
import { useClearCompleted, useClearList, useMoveToTracker, useRemoveLine, useTickLine } from "./mutations/rows";
import { useShoppingStrings } from "virtual:strings/shopping";
import { useJustDone } from "./use-just-done";

const EditLineDialog = preloadable(() => import("./EditLineDialog"));
const AisleOrderDialog = preloadable(() => import("./AisleOrderDialog"));
const AHEAD = [EditLineDialog.preload, AisleOrderDialog.preload];

/** Set once the user has swiped a row into the larder: the hint is then hidden. */
const SWIPED = "larder.list-swiped";

interface ListCardProps {
  items: readonly ShoppingListItem[];
  aisles: readonly string[];
  /** Offers to put what was checked off into the larder. */
  onPutAway: () => void;
}

/** The list itself: what is to buy, by aisle, and (on request) what has been bought. */
export function ListCard({ items, aisles, onPutAway }: ListCardProps) {
  const t = useShoppingStrings();
  const clearCompleted = useClearCompleted();
  const clearList = useClearList();
  const moveToTracker = useMoveToTracker();
  const removeLine = useRemoveLine();
  const setListUsedUp = useSetListUsedUp();
  const tickLine = useTickLine();
  const [showing, setShowing] = useState(false);
  const [knowsSwipe, setKnowsSwipe] = useState(() => storage.get(SWIPED) !== null);
  const [editing, setEditing] = useState<ListLine | null>(null);
  const [ordering, setOrdering] = useState(false);
  const { data: preferences } = usePreferences();
  const usedUp = preferences?.listUsedUp === true;
  const { confirm, dialog } = useConfirm();
  usePreloaded(items.length > 0 ? AHEAD : undefined, "list-dialogs");
  const list = useRef<HTMLUListElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const { justDone, note } = useJustDone(items, () => {
    // If the focused row leaves, the heading gets the focus.
    if (list.current?.querySelector(":focus")?.closest("[data-completed]"))
      title.current?.focus({ preventScroll: true });
  });
  const completed = items.filter((item) => item.isCompleted);
  const here = useMemo(
    () =>
      listLinesOf(
        items.filter((item) => !item.isCompleted || justDone.has(item.id)),
        aisles,
      ),
    [items, justDone, aisles],
  );
  const pending = here.filter((line) => !line.isCompleted);
  const rows = showing
    ? [
        ...here,
        ...listLinesOf(
          completed.filter((item) => !justDone.has(item.id)),
          aisles,
        ),
      ]
    : here;

  /** When a row goes, focus moves to the row that takes its place, or to the heading. */
  const leaving = (line: ListLine, act: () => void) => {
    const at = rows.findIndex(({ id, isCompleted }) => id === line.id && isCompleted === line.isCompleted);
    const next = rows[at + 1] ?? rows[at - 1];
    act();
    const target = next && list.current?.querySelector<HTMLElement>(`[data-id="${next.id}"] button`);
    (target ?? title.current)?.focus({ preventScroll: true });
  };

  const clearAll = async () => {
    if (await confirm({ title: t.clearAll, text: t.clearAllQuestion, action: t.clearAll })) clearList(items);
  };
  const track = (line: ListLine, swiped: boolean) => {
    if (swiped) {
      storage.set(SWIPED, "1");
      setKnowsSwipe(true);
    }
    leaving(line, () => void moveToTracker([line]));
  };
  const toggle = (line: ListLine) => {
    note(
      line.items.map(({ id }) => id),
      !line.isCompleted,
    );
    tickLine(line, !line.isCompleted);
  };
  const act: RowActions = {
    track,
    toggle,
    remove: (line) => leaving(line, () => removeLine(line)),
    edit: setEditing,
  };
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  // The same for every row and every time, so that a row is drawn again only when it is another.
  const actions = useMemo<RowActions>(
    () => ({
      track: (line, swiped) => latest.current.track(line, swiped),
      toggle: (line) => latest.current.toggle(line),
      remove: (line) => latest.current.remove(line),
      edit: (line) => latest.current.edit(line),
    }),
    [],
  );

  return (
    <section className={`card clip ${styles.card}`} aria-labelledby="list-title">
      <div className={`row wrap split gap-8 ${styles.head}`}>
        <h2 id="list-title" ref={title} tabIndex={-1} className={`shrink large ${styles.title}`}>
          {t.listTitle(pending.length)}
        </h2>
        <div className="row rigid end no-print">
          {items.length > 0 && (
            <Button variant="ghost" size="small" onClick={() => void clearAll()}>
              {t.clearAll}
            </Button>
          )}
          <Menu
            label={t.listMenu}
            groups={() => [
              {
                entries: [
                  ...(completed.length > 0
                    ? [
                        {
                          label: t.putAwayMenu,
                          icon: <Refrigerator size={18} aria-hidden />,
                          onChoose: onPutAway,
                        },
                      ]
                    : []),
                  {
                    label: t.aisleOrder,
                    icon: <ArrowUpDown size={18} aria-hidden />,
                    onChoose: () => setOrdering(true),
                  },
                  {
                    label: t.listUsedUp,
                    checked: usedUp,
                    onChoose: () => setListUsedUp(!usedUp),
                  },
                  ...(items.length > 0
                    ? [{ label: t.print, icon: <Printer size={18} aria-hidden />, onChoose: () => window.print() }]
                    : []),
                ],
              },
            ]}
          />
        </div>
      </div>
      {here.length === 0 && (
        <EmptyState
          art={<ShoppingBag />}
          title={items.length === 0 ? t.noItems : t.noPending}
          text={items.length === 0 ? t.noItemsText : t.noPendingText}
        />
      )}
      {rows.length > 0 && (
        <ul ref={list} className="ruled rows no-anchor" aria-label={t.list}>
          {rows.map((line, at) => (
            <ListRow
              key={`${line.id} ${line.items.length}`}
              line={line}
              justDone={line.isCompleted && line.items.every(({ id }) => justDone.has(id))}
              knowsSwipe={knowsSwipe}
              newAisle={at > 0 && rows[at - 1]?.category !== line.category}
              actions={actions}
            />
          ))}
        </ul>
      )}
      {/* Below the rows, so that the first tick moves none of them. */}
      {completed.length > 0 && (
        <div className={`flex wrap split ruled tight no-print ${styles.completed}`}>
          <Button
            variant="ghost"
            size="small"
            aria-pressed={showing}
            icon={showing ? <EyeOff size={18} aria-hidden /> : <Eye size={18} aria-hidden />}
            onClick={() => setShowing(!showing)}
          >
            {showing ? t.hideCompleted(completed.length) : t.showCompleted(completed.length)}
          </Button>
          <Button variant="ghost" size="small" onClick={() => clearCompleted(completed)}>
            {t.clearCompleted}
          </Button>
        </div>
      )}
      {dialog}
      <Suspense>
        {editing && <EditLineDialog line={editing} onClose={() => setEditing(null)} />}
        {ordering && <AisleOrderDialog items={items} aisles={aisles} onClose={() => setOrdering(false)} />}
      </Suspense>
    </section>
  );
}
