import { formatDay, formatWeekday } from "../../lib/time/dates";
import { startOfDay } from "../../lib/domain/freshness";
import { useLanguage } from "../../lib/language/i18n";
import styles from "./DueWeek.module.css";
import { useAccountStrings } from "virtual:strings/account";

/**
 * The coming week at a glance: a bar for what falls due on each day. Days within reach of "soon" have that colour and a
 * squarer top.
 */
export function DueWeek({ due, now }: { due: readonly number[]; now: Date }) {
  const t = useAccountStrings();
  const language = useLanguage();
  const most = Math.max(1, ...due);
  return (
    <ol className={styles.week} aria-label={t.week}>
      {due.map((count, day) => {
        const date = startOfDay(now, day);
        return (
          <li key={day} className={styles.day} data-near={day <= 3 || undefined}>
            <span className="visually-hidden">
              {t.day(day === 0 ? t.today : formatDay(language, date, now), count)}
            </span>
            <span className={styles.count} aria-hidden>
              {count}
            </span>
            <span className={styles.track} aria-hidden>
              <span className={styles.bar} style={{ height: `${Math.round((count / most) * 100)}%` }} />
            </span>
            <span className={styles.name} aria-hidden>
              {day === 0 ? t.todayShort : formatWeekday(language, date)}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
