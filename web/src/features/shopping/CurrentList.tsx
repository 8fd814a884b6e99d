import type { ShoppingListItem } from "../../api/types";
import { formatNumber } from "../../lib/dates";
import { useLanguage } from "../../lib/i18n";
import { Button } from "../../ui/Button";
import surface from "../../ui/Surface.module.css";
import { classes } from "../../ui/classes";
import { translated, useCommon } from "../../ui/strings";
import styles from "./CurrentList.module.css";
import { useShoppingStrings } from "./strings";

const PREVIEW = 5;

/** A glance at the list while browsing: the first five that are still to buy. */
export function CurrentList({ pending, onMyList }: { pending: readonly ShoppingListItem[]; onMyList: () => void }) {
  const common = useCommon();
  const t = useShoppingStrings();
  const language = useLanguage();
  const more = pending.length - PREVIEW;
  return (
    <section className={classes(surface.card, styles.card)} aria-labelledby="current-title">
      <div className={styles.head}>
        <h2 id="current-title" className={styles.title}>{t.current(pending.length)}</h2>
        <Button size="small" onClick={onMyList}>{t.myList}</Button>
      </div>
      {pending.length === 0 ? (
        <p className={surface.soft}>{t.currentEmpty}</p>
      ) : (
        <ul className={styles.items}>
          {pending.slice(0, PREVIEW).map((item) => (
            <li key={item.id} className={styles.item}>
              <span className={styles.name}>{item.name}</span>
              <span className={styles.amount}>{common.quantityUnit(formatNumber(language, item.quantity), translated(common.units, item.unit))}</span>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p className={styles.more}>{t.more(more)}</p>}
    </section>
  );
}
