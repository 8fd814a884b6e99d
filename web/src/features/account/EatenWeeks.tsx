import type { StatisticsWeek } from "../../api/types";
import { useNow } from "../../lib/time/clock";
import { formatDay } from "../../lib/time/dates";
import { useLanguage } from "../../lib/language/i18n";
import styles from "./Account.module.css";
import { ENDINGS, countEndings, maxPerWeek } from "./statistics";
import { useAccountStrings } from "virtual:strings/account";

/**
 * Twelve weeks of what became of the food, stacked: eaten at the bottom, what was lost above it. Patterns tell the
 * three apart where colours do not.
 */
export function EatenWeeks({ weeks }: { weeks: readonly StatisticsWeek[] }) {
  const t = useAccountStrings();
  const language = useLanguage();
  const now = useNow();
  const total = countEndings(weeks);
  const max = maxPerWeek(weeks);
  if (max === 0) return <p className="soft small">{t.endsNone}</p>;
  return (
    <>
      <ol className={`stack gap-4 ${styles.weeks}`} aria-label={t.ends}>
        {weeks.map((week) => (
          <li key={week.monday} className={`flex ${styles.week}`}>
            <span className="visually-hidden">
              {t.endsWeek(formatDay(language, `${week.monday}T12:00:00`, now), week.used, week.tossed, week.expired)}
            </span>
            {ENDINGS.map(
              (end) =>
                week[end] > 0 && (
                  <span
                    key={end}
                    aria-hidden
                    className={styles[end]}
                    style={{ height: `${(week[end] / max) * 100}%` }}
                  />
                ),
            )}
          </li>
        ))}
      </ol>
      <p className="flex split soft small" aria-hidden>
        <span>{t.endsFirst}</span>
        <span>{t.endsLast}</span>
      </p>
      <ul className={`flex wrap gap-16 soft small ${styles.legend}`}>
        {ENDINGS.map((end) => (
          <li key={end} className="row gap-6">
            <span className={styles[end]} aria-hidden />
            {t[end === "expired" ? "endExpired" : end]}
            <strong className="bold ink">{total[end]}</strong>
          </li>
        ))}
      </ul>
    </>
  );
}
