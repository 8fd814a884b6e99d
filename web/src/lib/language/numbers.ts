import { language, locale, type Language } from "./i18n";

/** Fractions that are one character. */
export const FRACTIONS = "½⅓⅔¼¾⅕⅙⅛⅜⅝⅞";
const FRACTION = new RegExp(`^(.*?)([${FRACTIONS}]|(?<!\\d)\\d{1,3}/\\d{1,3})?$`, "su");

/**
 * Parses a typed number: "1,5", "1.5", "1 000", "1 1/2", "½"; NaN for other text. The separator in "1.500" is the
 * decimal separator if it is `decimal`, by default that of the language; otherwise it groups thousands.
 */
export function parseNumber(text: string, decimal = writeNumber(language(), 0.5).charAt(1)): number {
  const [, number = "", fraction = ""] = FRACTION.exec(text.trim()) ?? [];
  const digits = number.trim().replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/gu, "");
  if (digits === "" && fraction === "") return Number.NaN;
  const [, group = ""] = /^[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})*(?:[.,]\d*)?$/u.exec(digits) ?? [];
  const isGrouped = digits.length > digits.indexOf(group) + 4 || group !== decimal;
  const plain = group !== "" && isGrouped ? digits.replaceAll(group, "") : digits;
  // "½" is "1⁄2" in its compatible form.
  const [above, below] = fraction.normalize("NFKD").split(/[/⁄]/u);
  const part = fraction === "" ? 0 : Number(above) / Number(below);
  return Number(below) === 0 ? Number.NaN : Number(plain.replace(",", ".")) + part;
}

/** Formats a number for a field: with the language's decimal mark, without grouping. */
export function writeNumber(of: Language, value: number): string {
  return new Intl.NumberFormat(locale(of), { maximumFractionDigits: 3, useGrouping: false }).format(value);
}
