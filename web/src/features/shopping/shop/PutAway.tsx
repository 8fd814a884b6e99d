import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { Refrigerator } from "lucide-react";
import type { ShoppingListItem } from "../../../api/types";
import { useItems } from "../../../api/cached/use-data";
import { expiryDate, larderToday } from "../../../lib/domain/freshness";
import { formatFutureDay } from "../../../lib/time/dates";
import { useLanguage } from "../../../lib/language/i18n";
import type { Catalogue } from "../../../lib/domain/products";
import { useTask } from "../../../lib/state/prompt-queue";
import { Button } from "../../../ui/widgets/Button";
import { showToast } from "../../../ui/toasts";
import { useProducts } from "../../../ui/hooks/use-products";
import styles from "./PutAway.module.css";
import { boughtItems, moveToLarder } from "../mutations/rows";
import { isFood, notPutAway } from "./put-away";
import { useShoppingStrings } from "virtual:strings/shopping";

const EMPTY_CATALOGUE: Catalogue = new Map();

interface PutAwayProps {
  items: readonly ShoppingListItem[];
  aisles: readonly string[];
  /** The user opened it by the menu, so a message is shown if there is nothing to put away. */
  isRequested: boolean;
  onDone: () => void;
}

/** Offers to move ticked lines into the larder, and shows until when each keeps. */
export default function PutAway({ items: list, aisles, isRequested, onDone }: PutAwayProps) {
  const t = useShoppingStrings();
  const language = useLanguage();
  const catalogue = useProducts() ?? EMPTY_CATALOGUE;
  const { data: items } = useItems();
  const [now] = useState(() => new Date());
  const lines = useMemo(() => items && notPutAway(list, items, aisles, now), [list, items, aisles, now]);
  /** Lines whose initial choice the user has inverted: food is chosen at first, other products are not. */
  const [inverted, setInverted] = useState<ReadonlySet<string>>(new Set());
  const chosen = lines?.filter((line) => isFood(line) !== inverted.has(line.id)) ?? [];
  const title = useRef<HTMLHeadingElement>(null);
  const isShown = lines !== undefined && lines.length > 0;
  const finish = useEffectEvent(() => {
    if (isRequested) showToast({ title: t.putNothing });
    onDone();
  });
  const isEmpty = lines?.length === 0;
  useEffect(() => {
    title.current?.focus();
    if (isEmpty) finish();
  }, [isShown, isEmpty]);
  useTask(isShown);
  if (!isShown) return null;
  return (
    <section className={`card stack gap-8 below ${styles.card}`} aria-labelledby="put-away">
      <h2 id="put-away" ref={title} tabIndex={-1}>
        {t.putAway(chosen.length)}
      </h2>
      <ul className={`stack ${styles.lines}`}>
        {lines.map((line) => {
          const [item] = boughtItems(line, catalogue, now);
          return (
            <li key={line.id}>
              <label className="row gap-12 tap">
                <input
                  type="checkbox"
                  checked={chosen.includes(line)}
                  onChange={() => {
                    const after = new Set(inverted);
                    if (!after.delete(line.id)) after.add(line.id);
                    setInverted(after);
                  }}
                />
                <span className="grow shrink bold capital">{line.name}</span>
                {item && (
                  <span className="muted">
                    {t.until(formatFutureDay(language, expiryDate(item), larderToday(now)))}
                  </span>
                )}
              </label>
            </li>
          );
        })}
      </ul>
      <div className={`two-columns gap-8 ${styles.actions}`}>
        <Button onClick={onDone}>{t.putLater}</Button>
        <Button
          variant="primary"
          icon={<Refrigerator size={20} aria-hidden />}
          disabled={chosen.length === 0}
          onClick={() => {
            void moveToLarder(chosen);
            onDone();
          }}
        >
          {t.putAction}
        </Button>
      </div>
    </section>
  );
}
