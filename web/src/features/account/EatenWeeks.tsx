import type { StatisticsWeek } from "../../api/types";
import { useNow } from "../../lib/time/clock";
import { formatDay } from "../../lib/time/dates";
import { useLanguage } from "../../lib/language/i18n";
import styles from "./Account.module.css";
import { ENDINGS, countEndings, maxPerWeek } from "./statistics";
import { useAccountStrings } from "virtual:strings/account";

/**
 * Shows the endings of items in the last twelve weeks as stacked bars, with used items at the bottom. Patterns
 * distinguish the endings for users who cannot distinguish the colours.
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
              (ending) =>
                week[ending] > 0 && (
                  <span
                    key={ending}
                    aria-hidden
                    className={styles[ending]}
                    style={{ height: `${(week[ending] / max) * 100}%` }}
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
        {ENDINGS.map((ending) => (
          <li key={ending} className="row gap-6">
            <span className={styles[ending]} aria-hidden />
            {t[ending === "expired" ? "endExpired" : ending]}
            <strong className="bold ink">{total[ending]}</strong>
          </li>
        ))}
      </ul>
    </>
  );
}
