import { Fragment, useEffect, useRef } from "react";
import { Check } from "lucide-react";
import type { ShoppingListItem } from "../../../api/types";
import { useLanguage } from "../../../lib/language/i18n";
import { money } from "../../../lib/language/money";
import { useTask } from "../../../lib/state/prompt-queue";
import { Button } from "../../../ui/widgets/Button";
import { EmptyState } from "../../../ui/widgets/EmptyState";
import { classes } from "../../../ui/classes";
import { ShoppingBag } from "../../../ui/art/ShoppingBag";
import { amountsText, translated, useCommon } from "../../../ui/text/strings";
import styles from "./ShopView.module.css";
import { ListCost, usePrices } from "../list/ListCost";
import { listLinesOf, type ListLine } from "../list/list-lines";
import { useShoppingStrings } from "virtual:strings/shopping";
import { priceOf } from "../list/prices";
import { useJustTicked } from "../list/use-just-ticked";
import { useWakeLock } from "./use-wake-lock";

/** Shows the list for use in the shop: large rows by aisle, completed ones at the bottom. Keeps the screen awake. */
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
  useWakeLock();
  useTask();
  const title = useRef<HTMLHeadingElement>(null);
  const language = useLanguage();
  const prices = usePrices();
  const { justTicked, toggleLine } = useJustTicked(items);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  // Rows that were just ticked keep their position, and their cost its place, so that no row moves under the thumb.
  const lines = listLinesOf(
    items.filter((item) => !item.isCompleted || justTicked.has(item.id)),
    aisles,
  );
  const done = listLinesOf(
    items.filter((item) => item.isCompleted && !justTicked.has(item.id)),
    aisles,
  );
  const pending = lines.filter((line) => !line.isCompleted);
  const hasCost = pending.some((line) => priceOf(line, prices) !== undefined);
  const groups: { aisle: string; lines: ListLine[] }[] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (last?.aisle === line.category) last.lines.push(line);
    else groups.push({ aisle: line.category, lines: [line] });
  }
  const renderRow = (line: ListLine) => {
    const price = priceOf(line, prices);
    const cost = price === undefined ? undefined : money(language, price, prices.currency);
    return <ShopRow key={`${line.id} ${line.items.length}`} line={line} cost={cost} onTick={() => toggleLine(line)} />;
  };

  return (
    <>
      <div className="row split gap-12 below">
        <div>
          <h1 ref={title} tabIndex={-1} className={styles.title}>
            {t.stillToGet(pending.length)}
          </h1>
          <div className={classes(!hasCost && "invisible")}>
            <ListCost lines={hasCost ? pending : lines} prices={prices} />
          </div>
        </div>
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
          <h2 className={`muted title ${styles.aisle}`}>{translated(common.categories, group.aisle)}</h2>
          <ul className="card rows clip no-anchor" aria-label={translated(common.categories, group.aisle)}>
            {group.lines.map(renderRow)}
          </ul>
        </Fragment>
      ))}
      {done.length > 0 && (
        <div>
          <h2 className={`muted title ${styles.aisle}`}>{t.done(done.length)}</h2>
          <ul className="card rows clip no-anchor" aria-label={t.completed}>
            {done.map(renderRow)}
          </ul>
        </div>
      )}
    </>
  );
}

function ShopRow({ line, cost, onTick }: { line: ListLine; cost: string | undefined; onTick: () => void }) {
  const common = useCommon();
  const language = useLanguage();
  const amount = amountsText(common, language, line.amounts);
  return (
    <li>
      <button
        type="button"
        role="checkbox"
        aria-checked={line.isCompleted}
        className={`row full inset ${styles.tick}`}
        aria-label={[amount, line.name, line.notes, cost].filter(Boolean).join(", ")}
        onClick={onTick}
      >
        <span className="box">{line.isCompleted && <Check size={20} strokeWidth={2.5} aria-hidden />}</span>
        <span className={`name capital grow shrink strong snug ${styles.name}`}>
          {line.name}
          {line.notes !== "" && <span className={`stack muted regular ${styles.notes}`}>{line.notes}</span>}
        </span>
        <span className="stack muted large">
          {amount}
          {cost && <span className="small">{cost}</span>}
        </span>
      </button>
    </li>
  );
}
