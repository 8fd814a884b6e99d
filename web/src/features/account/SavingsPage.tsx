import "../../ui/styles/screens.css";
import { useQuery } from "@tanstack/react-query";
import { statisticsQuery } from "../../api/cached/queries";
import { useArchived } from "../../api/cached/use-data";
import { locale, useLanguage, type Language } from "../../lib/language/i18n";
import { money } from "../../lib/language/money";
import { formatNumber } from "../../lib/time/dates";
import { CategoryIcon } from "../../ui/widgets/CategoryIcon";
import { EmptyState } from "../../ui/widgets/EmptyState";
import { LoadFailed } from "../../ui/widgets/LoadFailed";
import { SkeletonList } from "../../ui/widgets/Skeleton";
import { NothingFound } from "../../ui/art/NothingFound";
import { useTitle } from "../../ui/hooks/use-title";
import styles from "./Account.module.css";
import { mainCurrency, monthShares, mostWasted, type MonthShare, type WastedFood } from "./statistics";
import { useAccountStrings } from "virtual:strings/account";

/** Shows what was eaten and what was thrown away, by month, and what would help. */
export default function SavingsPage() {
  const t = useAccountStrings();
  const language = useLanguage();
  const { data, isError, isFetching, refetch } = useQuery(statisticsQuery());
  const { data: archived = [] } = useArchived();
  useTitle(t.savings);
  if (data === undefined)
    return (
      <div className="stack gap-16">
        <h1>{t.savings}</h1>
        {isError ? (
          <LoadFailed onRetry={() => void refetch()} busy={isFetching} />
        ) : (
          <SkeletonList rows={3} height={120} />
        )}
      </div>
    );
  const currency = mainCurrency(data.months);
  const months = monthShares(data.months, currency);
  const amount = (value: number) =>
    currency ? money(language, value, currency.code) : formatNumber(language, Math.round(value));
  const sentenceOf = ({ first, used, lost }: MonthShare) =>
    t.savingsHead(amount(lost), monthName(language, first, "long"), amount(used));
  const last = months.at(-1);
  const wasted = mostWasted(archived);
  if (!last || months.every(({ used, lost }) => used + lost === 0))
    return (
      <div className="stack gap-16">
        <h1>{t.savings}</h1>
        <EmptyState art={<NothingFound />} title={t.endsNone} text={t.moneyNone} />
      </div>
    );
  return (
    <div className={`stack gap-20 ${styles.page}`}>
      <h1>{t.savings}</h1>
      <p className={styles.headline}>{sentenceOf(last)}</p>
      <MonthChart months={months} sentenceOf={sentenceOf} />
      {wasted.length > 0 && <WastedFoods foods={wasted} />}
      <p className="muted small">{currency ? t.savingsNote : t.moneyNone}</p>
    </div>
  );
}

/** Shows for each month how much was eaten and how much was lost, as bars and, for screen readers, as a sentence. */
function MonthChart({
  months,
  sentenceOf,
}: {
  months: readonly MonthShare[];
  sentenceOf: (month: MonthShare) => string;
}) {
  const t = useAccountStrings();
  const language = useLanguage();
  const max = Math.max(...months.map(({ used, lost }) => used + lost));
  return (
    <section className="card pad stack gap-10" aria-labelledby="by-month">
      <h2 id="by-month">{t.byMonth}</h2>
      <ol className={`stack gap-8 ${styles.months}`} aria-label={t.byMonth}>
        {months.map((month) => (
          <li key={month.first} className="stack gap-4 mid muted small">
            <span className="visually-hidden">{sentenceOf(month)}</span>
            <span className={`flex full ${styles.month}`} aria-hidden>
              {month.used > 0 && <span className={styles.used} style={{ height: `${(month.used / max) * 100}%` }} />}
              {month.lost > 0 && <span className={styles.lost} style={{ height: `${(month.lost / max) * 100}%` }} />}
            </span>
            <span aria-hidden>{monthName(language, month.first, "short")}</span>
          </li>
        ))}
      </ol>
      <ul className={`flex wrap gap-16 muted small ${styles.legend}`}>
        <li className="row gap-6">
          <span className={styles.used} aria-hidden />
          {t.used}
        </li>
        <li className="row gap-6">
          <span className={styles.lost} aria-hidden />
          {t.tossed}
        </li>
      </ul>
    </section>
  );
}

function WastedFoods({ foods }: { foods: readonly WastedFood[] }) {
  const t = useAccountStrings();
  return (
    <section className="card pad stack gap-10" aria-labelledby="most-wasted">
      <h2 id="most-wasted">{t.mostWasted}</h2>
      <ul className="stack gap-12">
        {foods.map(({ item, count, help }) => (
          <li key={item.id} className="row gap-12">
            <CategoryIcon category={item.category} kind={item.kind} />
            <p className="grow shrink">
              <strong>
                <bdi>{item.name}</bdi>
              </strong>{" "}
              <span className="muted">{t.times(count)}</span>
              <span className="stack">{t.help[help]}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns the name of the month that begins with a day. */
function monthName(language: Language, first: string, width: "long" | "short"): string {
  return new Intl.DateTimeFormat(locale(language), { month: width }).format(new Date(`${first}T12:00:00`));
}
