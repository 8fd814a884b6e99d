import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { Refrigerator } from "lucide-react";
import type { ShoppingListItem } from "../../api/types";
import { useItems } from "../../api/cached/use-data";
import { formatFutureDay } from "../../lib/time/dates";
import { useLanguage } from "../../lib/language/i18n";
import type { Catalogue } from "../../lib/domain/products";
import { useTask } from "../../lib/state/prompt-queue";
import { Button } from "../../ui/Button";
import { showToast } from "../../ui/toasts";
import { useProducts } from "../../ui/use-products";
import styles from "./PutAway.module.css";
import { trackerItems, useMoveToTracker } from "./mutations/rows";
import { isFood, notPutAway } from "./put-away";
import { useShoppingStrings } from "virtual:strings/shopping";

const EMPTY: Catalogue = new Map();

interface PutAwayProps {
  items: readonly ShoppingListItem[];
  aisles: readonly string[];
  /** The user asked for it: if there is nothing to put away, it says so. */
  isAsked: boolean;
  onDone: () => void;
}

/** Rows that were checked off, with the day until which each would keep: one tap moves it into the larder. */
export default function PutAway({ items: list, aisles, isAsked, onDone }: PutAwayProps) {
  const t = useShoppingStrings();
  const language = useLanguage();
  const catalogue = useProducts() ?? EMPTY;
  const moveToTracker = useMoveToTracker();
  const { data: items } = useItems();
  const [now] = useState(() => new Date());
  const lines = useMemo(() => items && notPutAway(list, items, aisles, now), [list, items, aisles, now]);
  /** Those that were tapped: food is left out then, anything else comes along. */
  const [tapped, setTapped] = useState<ReadonlySet<string>>(new Set());
  const chosen = lines?.filter((line) => isFood(line) !== tapped.has(line.id)) ?? [];
  const title = useRef<HTMLHeadingElement>(null);
  const isShown = lines !== undefined && lines.length > 0;
  const finish = useEffectEvent(() => {
    if (isAsked) showToast({ title: t.putNothing });
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
          const [item] = trackerItems(line, catalogue, now);
          return (
            <li key={line.id}>
              <label className="row gap-12 tap">
                <input
                  type="checkbox"
                  checked={chosen.includes(line)}
                  onChange={() => {
                    const after = new Set(tapped);
                    if (!after.delete(line.id)) after.add(line.id);
                    setTapped(after);
                  }}
                />
                <span className="grow shrink bold capital">{line.name}</span>
                {item && <span className="soft">{t.until(formatFutureDay(language, item.expiresAt, now))}</span>}
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
            void moveToTracker(chosen);
            onDone();
          }}
        >
          {t.putAction}
        </Button>
      </div>
    </section>
  );
}
