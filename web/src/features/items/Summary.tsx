import type { Freshness } from "../../lib/domain/freshness";
import { FreshnessIcon } from "../../ui/Freshness";
import { classes } from "../../ui/classes";
import styles from "./Summary.module.css";
import type { Filter } from "./selection";
import { useItemsStrings } from "./strings";

const ORDER = ["fresh", "soon", "expired"] as const;

interface SummaryProps {
  count: Readonly<Record<Freshness, number>>;
  filter: Filter;
  onFilter: (filter: Filter) => void;
}

/**
 * Three counters: how much is fresh, needs eating, and is past its day. A tap shows only that, a second tap everything
 * again.
 */
export function Summary({ count, filter, onFilter }: SummaryProps) {
  const t = useItemsStrings();
  return (
    <dl className={styles.summary} aria-label={t.summary}>
      {ORDER.map((status) => (
        <div key={status} className={classes(styles.counter, styles[status])}>
          <dt>
            <FreshnessIcon status={status} size={16} />
            <a
              href={`/?tab=items&filter=${status}`}
              aria-current={filter === status || undefined}
              className={styles.choose}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                onFilter(filter === status ? "all" : status);
              }}
            >
              {t.counters[status]}
            </a>
          </dt>
          <dd>{count[status]}</dd>
        </div>
      ))}
    </dl>
  );
}
