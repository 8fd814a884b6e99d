import type { Freshness } from "../../../lib/domain/freshness";
import type { StoragePlace } from "../../../lib/domain/places";
import { FreshnessIcon } from "../../../ui/widgets/Freshness";
import { classes } from "../../../ui/classes";
import { useCommon } from "../../../ui/text/strings";
import styles from "./FilterChips.module.css";
import { FILTERS, type Filter } from "./selection";
import { useItemsStrings } from "virtual:strings/items";

interface FilterChipsProps {
  count: Readonly<Record<Freshness, number>>;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  places: readonly StoragePlace[];
  place: StoragePlace | null;
  onPlace: (place: StoragePlace | null) => void;
}

/**
 * A row of chips that scrolls: the number of items by freshness, and the places. A tap on a chip filters the list, a
 * second tap removes the filter.
 */
export function FilterChips({ count, filter, onFilter, places, place, onPlace }: FilterChipsProps) {
  const common = useCommon();
  const t = useItemsStrings();
  const all = count.fresh + count.soon + count.expired;
  return (
    <div className={`flex gap-8 ${styles.chips}`}>
      <div role="group" aria-label={t.filterLabel} className="rigid">
        <dl className="flex gap-6" aria-label={t.summary}>
          {FILTERS.map((name) => (
            <div
              key={name}
              className={`place row gap-6 small strong nowrap ${name === "all" ? "well" : `${name} wash`} ${styles.chip}`}
            >
              {name !== "all" && <FreshnessIcon status={name} size={16} />}
              <dt>
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
              <dd className="bold">{name === "all" ? all : count[name]}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div role="group" aria-label={common.place} className="flex rigid gap-6">
        {places.map((choice) => (
          <button
            key={choice.id}
            type="button"
            aria-pressed={place === choice}
            className={classes("small strong nowrap pill tap", styles.place, place === choice && "chosen green")}
            onClick={() => onPlace(place === choice ? null : choice)}
          >
            {choice.name ?? common.places[choice.storage]}
          </button>
        ))}
      </div>
    </div>
  );
}
