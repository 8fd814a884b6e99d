import { locale, type Language } from "./i18n";

/** Parses a typed number, with a point or a comma; NaN if it is none. */
export function parseNumber(text: string): number {
  const trimmed = text.trim().replace(",", ".");
  return trimmed === "" ? Number.NaN : Number(trimmed);
}

/** Formats a number for a field: with the language's decimal mark, without grouping. */
export function writeNumber(of: Language, value: number): string {
  return new Intl.NumberFormat(locale(of), { maximumFractionDigits: 3, useGrouping: false }).format(value);
}
