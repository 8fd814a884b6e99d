import { Suspense, useEffect, useMemo, useRef, useState } from "react";
import { Eye, EyeOff } from "lucide-react";
import type { ShoppingListItem } from "../../../api/types";
import { storage } from "../../../lib/browser/storage";
import { Button } from "../../../ui/widgets/Button";
import { useConfirm } from "../../../ui/widgets/Confirm";
import { classes } from "../../../ui/classes";
import { EmptyState } from "../../../ui/widgets/EmptyState";
import { ShoppingBag } from "../../../ui/art/ShoppingBag";
import { preloadable, usePreloaded } from "../../../ui/preloadable";
import styles from "./ListCard.module.css";
import { ListCost, usePrices } from "./ListCost";
import { ListMenu } from "./ListMenu";
import { ListRow, type RowActions } from "./ListRow";
import { listLinesOf, type ListLine } from "./list-lines";
import { clearCompleted, clearList, moveToLarder, removeLine } from "../mutations/rows";
import { useShoppingStrings } from "virtual:strings/shopping";
import { useJustTicked } from "./use-just-ticked";

const EditLineDialog = preloadable(() => import("./EditLineDialog"));
const AisleOrderDialog = preloadable(() => import("../shop/AisleOrderDialog"));
const PRELOADS = [EditLineDialog.preload, AisleOrderDialog.preload];

/** The storage key that is set when the user has swiped a row into the larder, which hides the hint. */
const SWIPED = "larder.list-swiped";

interface ListCardProps {
  items: readonly ShoppingListItem[];
  /** True if the list could not be loaded, so that it may have items. */
  isUnknown: boolean;
  aisles: readonly string[];
  /** Offers to move ticked lines into the larder. */
  onPutAway: () => void;
}

/** Shows the list: pending lines by aisle and, on request, completed ones. */
export function ListCard({ items, isUnknown, aisles, onPutAway }: ListCardProps) {
  const t = useShoppingStrings();
  const [isShowingCompleted, setIsShowingCompleted] = useState(false);
  const [knowsSwipe, setKnowsSwipe] = useState(() => storage.get(SWIPED) !== null);
  const [editing, setEditing] = useState<ListLine | null>(null);
  const [isOrdering, setIsOrdering] = useState(false);
  const prices = usePrices();
  const { confirm, dialog } = useConfirm();
  usePreloaded(items.length > 0 ? PRELOADS : undefined, "list-dialogs");
  const list = useRef<HTMLUListElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const { justTicked, toggleLine } = useJustTicked(items, () => {
    // If the focused row disappears, the heading gets the focus.
    if (list.current?.querySelector(":focus")?.closest("[data-completed]"))
      title.current?.focus({ preventScroll: true });
  });
  const completed = items.filter((item) => item.isCompleted);
  const visible = useMemo(
    () =>
      listLinesOf(
        items.filter((item) => !item.isCompleted || justTicked.has(item.id)),
        aisles,
      ),
    [items, justTicked, aisles],
  );
  const pending = visible.filter((line) => !line.isCompleted);
  const rows = isShowingCompleted
    ? [
        ...visible,
        ...listLinesOf(
          completed.filter((item) => !justTicked.has(item.id)),
          aisles,
        ),
      ]
    : visible;

  /** Runs an action that removes a row, and moves the focus to the next row or to the heading. */
  const removeAndFocus = (line: ListLine, remove: () => void) => {
    const index = rows.findIndex(({ id, isCompleted }) => id === line.id && isCompleted === line.isCompleted);
    const next = rows[index + 1] ?? rows[index - 1];
    remove();
    const target = next && list.current?.querySelector<HTMLElement>(`[data-id="${next.id}"] button`);
    (target ?? title.current)?.focus({ preventScroll: true });
  };

  const clearAll = async () => {
    if (await confirm({ title: t.clearAll, text: t.clearAllQuestion, action: t.clearAll })) clearList(items);
  };
  const moveLine = (line: ListLine, isSwiped: boolean) => {
    if (isSwiped) {
      storage.set(SWIPED, "1");
      setKnowsSwipe(true);
    }
    removeAndFocus(line, () => void moveToLarder([line]));
  };
  const actions = useStableActions({
    move: moveLine,
    toggle: toggleLine,
    remove: (line) => removeAndFocus(line, () => removeLine(line)),
    edit: setEditing,
  });

  return (
    <section className={`card clip ${styles.card}`} aria-labelledby="list-title">
      <div className={`row wrap split gap-8 ${styles.head}`}>
        <div className="shrink">
          <h2 id="list-title" ref={title} tabIndex={-1} className={`large ${styles.title}`}>
            {t.listTitle(pending.length)}
          </h2>
          <ListCost lines={pending} prices={prices} />
        </div>
        <div className={classes("row rigid end no-print", items.length === 0 && "members-only")}>
          <ListMenu
            isEmpty={items.length === 0}
            onPutAway={completed.length > 0 ? onPutAway : undefined}
            onOrder={() => setIsOrdering(true)}
            onClear={() => void clearAll()}
          />
        </div>
      </div>
      {visible.length === 0 && !isUnknown && (
        <EmptyState
          art={<ShoppingBag />}
          title={items.length === 0 ? t.noItems : t.noPending}
          text={items.length === 0 ? t.noItemsText : t.noPendingText}
        />
      )}
      {rows.length > 0 && (
        <ul ref={list} className="ruled rows no-anchor" aria-label={t.list}>
          {rows.map((line, index) => (
            <ListRow
              key={`${line.id} ${line.items.length}`}
              line={line}
              justTicked={line.isCompleted && line.items.every(({ id }) => justTicked.has(id))}
              knowsSwipe={knowsSwipe}
              startsAisle={rows[index - 1]?.category !== line.category}
              actions={actions}
            />
          ))}
        </ul>
      )}
      {/* Below the rows, so that no row moves on the first tick. */}
      {completed.length > 0 && (
        <CompletedBar
          count={completed.length}
          isShown={isShowingCompleted}
          onToggle={() => setIsShowingCompleted(!isShowingCompleted)}
          onClear={() => clearCompleted(completed)}
        />
      )}
      {dialog}
      <Suspense>
        {editing && <EditLineDialog line={editing} onClose={() => setEditing(null)} />}
        {isOrdering && <AisleOrderDialog items={items} aisles={aisles} onClose={() => setIsOrdering(false)} />}
      </Suspense>
    </section>
  );
}

/** Returns the same object each time, which calls the current actions, so that only changed rows are rendered. */
function useStableActions(current: RowActions): RowActions {
  const latest = useRef(current);
  useEffect(() => {
    latest.current = current;
  });
  return useMemo<RowActions>(
    () => ({
      move: (line, isSwiped) => latest.current.move(line, isSwiped),
      toggle: (line) => latest.current.toggle(line),
      remove: (line) => latest.current.remove(line),
      edit: (line) => latest.current.edit(line),
    }),
    [],
  );
}

interface CompletedBarProps {
  count: number;
  isShown: boolean;
  onToggle: () => void;
  onClear: () => void;
}

/** Shows or hides the completed rows, and removes them. */
function CompletedBar({ count, isShown, onToggle, onClear }: CompletedBarProps) {
  const t = useShoppingStrings();
  return (
    <div className={`flex wrap split ruled tight no-print ${styles.completed}`}>
      <Button
        variant="ghost"
        size="small"
        aria-pressed={isShown}
        icon={isShown ? <EyeOff size={18} aria-hidden /> : <Eye size={18} aria-hidden />}
        onClick={onToggle}
      >
        {isShown ? t.hideCompleted(count) : t.showCompleted(count)}
      </Button>
      <Button variant="ghost" size="small" className="members-only" onClick={onClear}>
        {t.clearCompleted}
      </Button>
    </div>
  );
}
