import type { GroceryItem } from "../../api/types";
import { FreshnessIcon } from "../../ui/Freshness";
import { classes } from "../../ui/classes";
import styles from "./Summary.module.css";
import { counts } from "./selection";
import { useItemsStrings } from "./strings";

const ORDER = ["fresh", "soon", "expired"] as const;

/** Three counters: how much is fresh, needs eating, and is past its day. */
export function Summary({ items, now }: { items: readonly GroceryItem[]; now: Date }) {
  const t = useItemsStrings();
  const count = counts(items, now);
  return (
    <dl className={styles.summary} aria-label={t.summary}>
      {ORDER.map((status) => (
        <div key={status} className={classes(styles.counter, styles[status])}>
          <dt><FreshnessIcon status={status} size={16} />{t.counters[status]}</dt>
          <dd>{count[status]}</dd>
        </div>
      ))}
    </dl>
  );
}
