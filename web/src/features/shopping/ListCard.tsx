import { useRef, useState } from "react";
import { Eye, EyeOff, Printer } from "lucide-react";
import type { ShoppingListItem } from "../../api/types";
import { Button, IconButton } from "../../ui/Button";
import { useConfirm } from "../../ui/Confirm";
import { EmptyState } from "../../ui/EmptyState";
import { ShoppingBag } from "../../ui/art/ShoppingBag";
import styles from "./ListCard.module.css";
import { ListRow } from "./ListRow";
import { clearCompleted, clearList, moveToTracker, removeFromList, setCompleted } from "./list-actions";
import { useShoppingStrings } from "./strings";

/** The list itself: what is to buy, and (on request) what has been bought. */
export function ListCard({ items }: { items: readonly ShoppingListItem[] }) {
  const t = useShoppingStrings();
  const [showing, setShowing] = useState(false);
  const { confirm, dialog } = useConfirm();
  const list = useRef<HTMLUListElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const pending = items.filter((item) => !item.isCompleted);
  const completed = items.filter((item) => item.isCompleted);
  const rows = showing ? [...pending, ...completed] : pending;

  /** When a row goes, focus moves to the row that takes its place, or to the heading. */
  const leaving = (item: ShoppingListItem, act: () => void) => {
    const at = rows.indexOf(item);
    const next = rows[at + 1] ?? rows[at - 1];
    act();
    const target = next && list.current?.querySelector<HTMLElement>(`[data-id="${next.id}"] button`);
    (target ?? title.current)?.focus({ preventScroll: true });
  };

  const clearAll = async () => {
    if (await confirm({ title: t.clearAll, text: t.clearAllQuestion, action: t.clearAll })) clearList();
  };

  return (
    <section className={styles.card} aria-labelledby="list-title">
      <div className={styles.head}>
        <h2 id="list-title" ref={title} tabIndex={-1} className={styles.title}>{t.listTitle(pending.length)}</h2>
        {items.length > 0 && (
          <div className={styles.tools}>
            <IconButton label={t.print} icon={<Printer size={20} strokeWidth={1.75} aria-hidden />} onClick={() => window.print()} />
            <Button variant="ghost" size="small" onClick={() => void clearAll()}>{t.clearAll}</Button>
          </div>
        )}
      </div>
      {completed.length > 0 && (
        <div className={styles.completed}>
          <Button
            variant="ghost" size="small" aria-pressed={showing} icon={showing ? <EyeOff size={18} aria-hidden /> : <Eye size={18} aria-hidden />}
            onClick={() => setShowing(!showing)}
          >
            {showing ? t.hideCompleted(completed.length) : t.showCompleted(completed.length)}
          </Button>
          <Button variant="ghost" size="small" onClick={() => clearCompleted(completed)}>{t.clearCompleted}</Button>
        </div>
      )}
      {pending.length === 0 && (
        <EmptyState
          art={<ShoppingBag />}
          title={items.length === 0 ? t.noItems : t.noPending}
          text={items.length === 0 ? t.noItemsText : t.noPendingText}
        />
      )}
      {rows.length > 0 && (
        <ul ref={list} className={styles.rows} aria-label={t.list}>
          {rows.map((item) => (
            <ListRow
              key={item.id}
              item={item}
              onTrack={() => leaving(item, () => void moveToTracker(item))}
              onRemove={() => leaving(item, () => removeFromList(item))}
              onToggle={() => (showing ? setCompleted(item, !item.isCompleted) : leaving(item, () => setCompleted(item, !item.isCompleted)))}
            />
          ))}
        </ul>
      )}
      {dialog}
    </section>
  );
}
