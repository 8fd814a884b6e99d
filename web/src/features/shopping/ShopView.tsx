import { Fragment, useEffect, useRef } from "react";
import { Check } from "lucide-react";
import type { ShoppingListItem } from "../../api/types";
import { useLanguage } from "../../lib/language/i18n";
import { useTask } from "../../lib/state/prompt-queue";
import { Button } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { ShoppingBag } from "../../ui/art/ShoppingBag";
import { translated, useCommon } from "../../ui/strings";
import styles from "./ShopView.module.css";
import { amountText } from "./amount-text";
import { listLinesOf, type ListLine } from "./list-lines";
import { useTickLine } from "./mutations/rows";
import { useShoppingStrings } from "virtual:strings/shopping";
import { useJustDone } from "./use-just-done";
import { useWakeLock } from "./use-wake-lock";

/**
 * The list in the shop: large rows by aisle, a tap anywhere ticks one, what is done sinks to the bottom, and the screen
 * stays awake.
 */
export default function ShopView({
  items,
  aisles,
  onLeave,
}: {
  items: readonly ShoppingListItem[];
  aisles: readonly string[];
  onLeave: () => void;
}) {
  const common = useCommon();
  const t = useShoppingStrings();
  const tickLine = useTickLine();
  useWakeLock();
  useTask();
  const title = useRef<HTMLHeadingElement>(null);
  const { justDone, note } = useJustDone(items);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  // Rows ticked just now keep their place, so that no row moves under the thumb.
  const lines = listLinesOf(
    items.filter((item) => !item.isCompleted || justDone.has(item.id)),
    aisles,
  );
  const done = listLinesOf(
    items.filter((item) => item.isCompleted && !justDone.has(item.id)),
    aisles,
  );
  const left = lines.filter((line) => !line.isCompleted).length;
  const groups: { aisle: string; lines: ListLine[] }[] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (last?.aisle === line.category) last.lines.push(line);
    else groups.push({ aisle: line.category, lines: [line] });
  }
  const row = (line: ListLine) => (
    <ShopRow
      key={`${line.id} ${line.items.length}`}
      line={line}
      onTick={() => {
        note(
          line.items.map(({ id }) => id),
          !line.isCompleted,
        );
        tickLine(line, !line.isCompleted);
      }}
    />
  );

  return (
    <>
      <div className="row split gap-12 below">
        <h1 ref={title} tabIndex={-1} className={styles.title}>
          {t.stillToGet(left)}
        </h1>
        <Button onClick={onLeave}>{t.leaveShop}</Button>
      </div>
      {lines.length === 0 && (
        <EmptyState
          art={<ShoppingBag />}
          title={items.length === 0 ? t.noItems : t.noPending}
          text={items.length === 0 ? t.noItemsText : t.allDoneText}
        />
      )}
      {groups.map((group) => (
        <Fragment key={group.aisle}>
          <h2 className={`soft title ${styles.aisle}`}>{translated(common.categories, group.aisle)}</h2>
          <ul className="card rows clip no-anchor" aria-label={translated(common.categories, group.aisle)}>
            {group.lines.map(row)}
          </ul>
        </Fragment>
      ))}
      {done.length > 0 && (
        <div>
          <h2 className={`soft title ${styles.aisle}`}>{t.done(done.length)}</h2>
          <ul className="card rows clip no-anchor" aria-label={t.completed}>
            {done.map(row)}
          </ul>
        </div>
      )}
    </>
  );
}

function ShopRow({ line, onTick }: { line: ListLine; onTick: () => void }) {
  const common = useCommon();
  const language = useLanguage();
  const amount = amountText(line, common, language);
  return (
    <li>
      <button
        type="button"
        role="checkbox"
        aria-checked={line.isCompleted}
        className={`row full inset ${styles.tick}`}
        aria-label={[amount, line.name, ...(line.notes === "" ? [] : [line.notes])].join(", ")}
        onClick={onTick}
      >
        <span className="box">{line.isCompleted && <Check size={20} strokeWidth={2.5} aria-hidden />}</span>
        <span className={`name capital grow shrink strong snug ${styles.name}`}>
          {line.name}
          {line.notes !== "" && <span className={`stack soft regular ${styles.notes}`}>{line.notes}</span>}
        </span>
        <span className="soft large">{amount}</span>
      </button>
    </li>
  );
}
