import type { Freshness } from "../../lib/domain/freshness";
import { FreshnessIcon } from "../../ui/Freshness";
import styles from "./Summary.module.css";
import { FILTERS, type Filter } from "./selection";
import { useItemsStrings } from "virtual:strings/items";

interface SummaryProps {
  count: Readonly<Record<Freshness, number>>;
  filter: Filter;
  onFilter: (filter: Filter) => void;
}

/** Shows the number of items by freshness. A tap on a counter filters the list, a second tap removes the filter. */
export function Summary({ count, filter, onFilter }: SummaryProps) {
  const t = useItemsStrings();
  const all = count.fresh + count.soon + count.expired;
  return (
    <div role="group" aria-label={t.filterLabel}>
      <dl className={`flex wrap gap-6 ${styles.summary}`} aria-label={t.summary}>
        {FILTERS.map((name) => (
          <div
            key={name}
            className={`place flex centered flexible ${name === "all" ? "well" : `${name} wash`} ${styles.counter}`}
          >
            <dt className="small strong nowrap snug">
              <button
                type="button"
                aria-pressed={filter === name}
                className={`hit ${styles.choose}`}
                onClick={() => onFilter(filter === name ? "all" : name)}
              >
                {name === "all" ? t.filters.all : t.counters[name]}
                {/* Specification §2 has one word for the counter and another for the filter. */}
                {name !== "all" && t.counters[name] !== t.filters[name] && (
                  <span className="visually-hidden"> ({t.filters[name]})</span>
                )}
              </button>
            </dt>
            <dd className="row split gap-6">
              {name === "all" ? all : count[name]}
              {name !== "all" && <FreshnessIcon status={name} size={16} />}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
