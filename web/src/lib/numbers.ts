import { locale, type Language } from "./i18n";

/** A number as somebody typed it, with a point or a comma whatever the keyboard has; NaN if it is none. */
export function parseNumber(text: string): number {
  const trimmed = text.trim().replace(",", ".");
  return trimmed === "" ? Number.NaN : Number(trimmed);
}

/** A number as it stands in a field: with the mark of the language, and without marks for thousands. */
export function writeNumber(of: Language, value: number): string {
  return new Intl.NumberFormat(locale(of), { maximumFractionDigits: 3, useGrouping: false }).format(value);
}
