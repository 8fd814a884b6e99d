import type { StatisticsMonth } from "../../api/types";
import { locale, useLanguage } from "../../lib/language/i18n";
import { money } from "../../lib/language/money";
import styles from "./Account.module.css";
import { pricedMonths } from "./statistics";
import { useAccountStrings } from "virtual:strings/account";

/** Shows the price of each month's used and wasted food, as far as receipts show it, without a judgement. */
export function EatenMoney({ months }: { months: readonly StatisticsMonth[] }) {
  const t = useAccountStrings();
  const language = useLanguage();
  const shown = pricedMonths(months);
  const month = new Intl.DateTimeFormat(locale(language), { month: "long", year: "numeric" });
  if (shown.length === 0) return <p className="soft small">{t.moneyNone}</p>;
  return (
    <table className={`full ${styles.months}`}>
      <thead className="soft small">
        <tr>
          <th scope="col">{t.month}</th>
          <th scope="col">{t.used}</th>
          <th scope="col">{t.lost}</th>
        </tr>
      </thead>
      {shown.map(({ first, money: amounts, priced, itemCount }) => (
        <tbody key={first} className="ruled">
          {amounts.map(({ currency, used, lost }, index) => (
            <tr key={currency ?? ""}>
              {index === 0 && (
                <th scope="rowgroup" rowSpan={amounts.length}>
                  {month.format(new Date(`${first}T12:00:00`))}
                </th>
              )}
              <td>{money(language, used, currency)}</td>
              <td>{money(language, lost, currency)}</td>
            </tr>
          ))}
          <tr>
            <td colSpan={3} className={`soft small ${styles.priced}`}>
              {t.priced(priced, itemCount)}
            </td>
          </tr>
        </tbody>
      ))}
    </table>
  );
}
