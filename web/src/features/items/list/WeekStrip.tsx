import { formatDay, formatWeekday } from "../../../lib/time/dates";
import { SOON_DAYS, larderToday, startOfDay } from "../../../lib/domain/freshness";
import { useLanguage } from "../../../lib/language/i18n";
import { classes } from "../../../ui/classes";
import styles from "./WeekStrip.module.css";
import { useItemsStrings } from "virtual:strings/items";

interface WeekStripProps {
  due: readonly number[];
  now: Date;
  selected: number | null;
  onSelect: (day: number | null) => void;
}

/**
 * Shows the number of items that expire on each of seven days, today first. A tap filters the list by that day, a
 * second tap removes the filter.
 */
export function WeekStrip({ due, now, selected, onSelect }: WeekStripProps) {
  const t = useItemsStrings();
  const language = useLanguage();
  const today = larderToday(now);
  return (
    <section className={`card ${styles.strip}`} aria-labelledby="week-title">
      <h2 id="week-title" className="visually-hidden">
        {t.week}
      </h2>
      <div role="group" aria-label={t.weekHint} className="stack week">
        {due.map((count, day) => {
          const date = startOfDay(today, day);
          const name = day === 0 ? t.today : formatDay(language, date, today);
          return (
            <button
              key={day}
              type="button"
              aria-pressed={selected === day}
              aria-label={t.dayDue(name, count)}
              className={`stack gap-2 mid shrink tap muted small snug hover ${styles.day}`}
              onClick={() => onSelect(selected === day ? null : day)}
            >
              <span className="nowrap">{day === 0 ? t.todayShort : formatWeekday(language, date)}</span>
              <span className={classes("badge bold", count > 0 && (day <= SOON_DAYS ? "soon wash" : "fresh wash"))}>
                {count}
              </span>
            </button>
          );
        })}
      </div>
    </section>
  );
}
