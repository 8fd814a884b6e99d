import { formatDay, formatWeekday } from "../../lib/time/dates";
import { larderToday, startOfDay } from "../../lib/domain/freshness";
import { useLanguage } from "../../lib/language/i18n";
import styles from "./Account.module.css";
import { useAccountStrings } from "virtual:strings/account";

/**
 * Shows as bars how many items expire on each of the next seven days. Days that count as "soon" have that colour and a
 * squarer top.
 */
export function DueWeek({ due, now }: { due: readonly number[]; now: Date }) {
  const t = useAccountStrings();
  const language = useLanguage();
  const today = larderToday(now);
  const max = Math.max(1, ...due);
  return (
    <ol className="stack gap-4 week" aria-label={t.week}>
      {due.map((count, day) => {
        const date = startOfDay(today, day);
        return (
          <li key={day} className="stack gap-4 mid soft small" data-near={day <= 3 || undefined}>
            <span className="visually-hidden">
              {t.day(day === 0 ? t.today : formatDay(language, date, today), count)}
            </span>
            <strong className="bold ink" aria-hidden>
              {count}
            </strong>
            <span className={`flex full ${styles.track}`} aria-hidden>
              <span className={`full ${styles.bar}`} style={{ height: `${Math.round((count / max) * 100)}%` }} />
            </span>
            <span className="nowrap" aria-hidden>
              {day === 0 ? t.todayShort : formatWeekday(language, date)}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
