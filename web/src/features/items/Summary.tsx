import type { Freshness } from "../../lib/domain/freshness";
import { FreshnessIcon } from "../../ui/Freshness";
import { classes } from "../../ui/classes";
import styles from "./Summary.module.css";
import { FILTERS, type Filter } from "./selection";
import { useItemsStrings } from "virtual:strings/items";

interface SummaryProps {
  count: Readonly<Record<Freshness, number>>;
  filter: Filter;
  onFilter: (filter: Filter) => void;
}

/**
 * The counters of the expiry summary, which are the filters of the list too. A tap shows only what is counted there, a
 * second tap everything again.
 */
export function Summary({ count, filter, onFilter }: SummaryProps) {
  const t = useItemsStrings();
  const all = count.fresh + count.soon + count.expired;
  return (
    <div role="group" aria-label={t.filterLabel}>
      <dl className={styles.summary} aria-label={t.summary}>
        {FILTERS.map((name) => (
          <div key={name} className={classes(styles.counter, styles[name])}>
            <dt>
              <button
                type="button"
                aria-pressed={filter === name}
                className={styles.choose}
                onClick={() => onFilter(filter === name ? "all" : name)}
              >
                {name === "all" ? t.filters.all : t.counters[name]}
                {/* Specification §2 has one word for the counter and another for the filter. */}
                {name !== "all" && t.counters[name] !== t.filters[name] && (
                  <span className="visually-hidden"> ({t.filters[name]})</span>
                )}
              </button>
            </dt>
            <dd>
              {name === "all" ? all : count[name]}
              {name !== "all" && <FreshnessIcon status={name} size={16} />}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
