import { language, locale, type Language } from "./i18n";

const FRACTIONS: Readonly<Record<string, number>> = {
  "½": 0.5,
  "¼": 0.25,
  "¾": 0.75,
  "1/2": 0.5,
  "1/4": 0.25,
  "3/4": 0.75,
};

/**
 * Parses a typed number: "1,5", "1.5", "1 000", "1 1/2", "½"; NaN for other text. The separator in "1.500" is the
 * decimal separator if it is `decimal`, by default that of the language; otherwise it groups thousands.
 */
export function parseNumber(text: string, decimal = writeNumber(language(), 0.5).charAt(1)): number {
  const [, number = "", fraction = ""] = /^(.*?)([½¼¾]|(?<!\d)[13]\/[24])?$/su.exec(text.trim()) ?? [];
  const digits = number.trim().replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/gu, "");
  if (digits === "" && fraction === "") return Number.NaN;
  const [, group = ""] = /^[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})*(?:[.,]\d*)?$/u.exec(digits) ?? [];
  const isGrouped = digits.length > digits.indexOf(group) + 4 || group !== decimal;
  const plain = group !== "" && isGrouped ? digits.replaceAll(group, "") : digits;
  return Number(plain.replace(",", ".")) + (FRACTIONS[fraction] ?? 0);
}

/** Formats a number for a field: with the language's decimal mark, without grouping. */
export function writeNumber(of: Language, value: number): string {
  return new Intl.NumberFormat(locale(of), { maximumFractionDigits: 3, useGrouping: false }).format(value);
}
