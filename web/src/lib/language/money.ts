import { locale, type Language } from "./i18n";

/** Formats an amount of money; without its currency if the receipt shows none. */
export function money(of: Language, amount: number, currency?: string | null): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  try {
    return new Intl.NumberFormat(locale(of), currency ? { style: "currency", currency } : digits).format(amount);
  } catch {
    // The browser does not know the currency.
    return `${new Intl.NumberFormat(locale(of), digits).format(amount)} ${currency ?? ""}`.trim();
  }
}
