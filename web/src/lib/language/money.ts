import { locale, type Language } from "./i18n";

/** Formats an amount of money; without its currency if the receipt shows none. An estimate has no `decimals`. */
export function money(of: Language, amount: number, currency?: string | null, decimals = 2): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  try {
    return new Intl.NumberFormat(
      locale(of),
      currency ? { style: "currency", currency, ...(decimals === 0 && digits) } : digits,
    ).format(amount);
  } catch {
    // The browser does not know the currency.
    return `${new Intl.NumberFormat(locale(of), digits).format(amount)} ${currency ?? ""}`.trim();
  }
}
