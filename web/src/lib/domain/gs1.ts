import type { ScannedDate } from "./date-labels";
import { MAX_QUANTITY } from "./limits";

/**
 * The data of a package's code, by the GS1 General Specifications and the GS1 Digital Link URI syntax: the product and,
 * if present, its date and quantity.
 */
export interface PackageCode {
  /** The GTIN with 14 digits; null for an in-store number, which is another product in another store. */
  readonly gtin: string | null;
  /** A calendar day, `2026-12-24`. */
  readonly bestBefore?: string;
  readonly useBy?: string;
  readonly quantity?: number;
  readonly unit?: string;
}

/** FNC1 as readers return it: the end of a field without a fixed length. */
const SEPARATOR = "\u001D";
/** The prefix for the kind of code: `]C1`, `]d2`, `]Q3`, `]e0`. */
const SYMBOLOGY = /^\](?:C1|e0|d2|Q3|J1)/;
/** The number of digits of an application identifier, by its first two. */
const IDENTIFIER_LENGTHS: Readonly<Record<number, string>> = {
  2: "00 01 02 03 04 10 11 12 13 14 15 16 17 18 19 20 21 22 30 37 90 91 92 93 94 95 96 97 98 99",
  3: "23 24 25 40 41 42 71",
  4: "31 32 33 34 35 36 39 43 70 72 80 81 82",
};
const IDENTIFIER_LENGTH = new Map(
  Object.entries(IDENTIFIER_LENGTHS).flatMap(([length, firsts]) =>
    firsts.split(" ").map((first): [string, number] => [first, Number(length)]),
  ),
);
/** The length of fixed-length fields with their identifier, by its first two digits. They have no separator. */
const FIXED_LENGTHS: Readonly<Record<string, number>> = {
  "00": 20,
  "01": 16,
  "02": 16,
  "03": 16,
  "04": 18,
  11: 8,
  12: 8,
  13: 8,
  14: 8,
  15: 8,
  16: 8,
  17: 8,
  18: 8,
  19: 8,
  20: 4,
  31: 10,
  32: 10,
  33: 10,
  34: 10,
  35: 10,
  36: 10,
  41: 16,
};

type Fields = ReadonlyMap<string, string>;

/** Parses a code; null if it is not a product's. `today` decides the century of a two-digit year. */
export function parsePackageCode(text: string, today: Date, format = ""): PackageCode | null {
  const trimmed = text.trim();
  if (/^\d+$/.test(trimmed) && [8, 12, 13, 14].includes(trimmed.length)) {
    const short = trimmed.length === 8 ? gtinOf(upcA(trimmed) ?? "") : null;
    const gtin = /upc.?e/i.test(format) ? (short ?? gtinOf(trimmed)) : gtinOf(trimmed);
    // Eight typed digits are a UPC-E, unless they are a product's EAN-8.
    if (format === "" && short !== null && (gtin === null || isStoreNumber(gtin))) return { gtin: short };
    if (gtin !== null) return { gtin: isStoreNumber(gtin) ? null : gtin };
  }
  const fields = /^https?:\/\//i.test(trimmed)
    ? linkFields(trimmed)
    : trimmed.startsWith("(")
      ? printedFields(trimmed)
      : elementFields(trimmed);
  return fields === null ? null : packageOf(fields, today);
}

function packageOf(fields: Fields, today: Date): PackageCode | null {
  // 02 is the content of a case.
  const gtin = gtinOf(fields.get("01") ?? fields.get("02") ?? "");
  if (gtin === null) return null;
  const bestBefore = dayOf(fields.get("15"), today);
  const useBy = dayOf(fields.get("17"), today);
  return {
    gtin: isStoreNumber(gtin) ? null : gtin,
    ...(bestBefore && { bestBefore }),
    ...(useBy && { useBy }),
    ...amountOf(fields),
  };
}

/** Trade measures by the first three digits of their identifiers; the fourth is the number of decimal places. */
const MEASURES: Readonly<Record<string, string>> = { 310: "kg", 315: "l", 320: "lb", 357: "oz", 361: "gallon" };
/** Smaller units for quantities below one. */
const SMALLER_UNITS: Readonly<Record<string, string>> = { kg: "g", l: "ml" };

/** Returns the net weight or volume, or the count of pieces (30). */
function amountOf(fields: Fields): { quantity: number; unit: string } | undefined {
  for (const [identifier, value] of fields) {
    const [, measure = "", decimals] = /^(\d{3})([0-6])$/.exec(identifier) ?? [];
    const unit = MEASURES[measure];
    if (unit === undefined || !/^\d{6}$/.test(value)) continue;
    const thousandths = Math.round((Number(value) / 10 ** Number(decimals)) * 1000);
    if (thousandths <= 0) continue;
    const smallerUnit = SMALLER_UNITS[unit];
    return smallerUnit !== undefined && thousandths < 1000
      ? { quantity: thousandths, unit: smallerUnit }
      : { quantity: thousandths / 1000, unit };
  }
  const count = fields.get("30") ?? "";
  return /^\d{1,8}$/.test(count) && Number(count) > 0 && Number(count) <= MAX_QUANTITY
    ? { quantity: Number(count), unit: "item" }
    : undefined;
}

/** Parses identifiers and values in sequence, as a scanner returns them. Null if the text is invalid. */
function elementFields(text: string): Fields | null {
  const fields = new Map<string, string>();
  let rest = text.replace(SYMBOLOGY, "");
  while (rest.startsWith(SEPARATOR)) rest = rest.slice(1);
  while (rest !== "") {
    const first = rest.slice(0, 2);
    const length = IDENTIFIER_LENGTH.get(first);
    if (length === undefined) return null;
    const separatorAt = rest.indexOf(SEPARATOR);
    const fixedLength = FIXED_LENGTHS[first];
    const field = rest.slice(0, fixedLength ?? (separatorAt < 0 ? undefined : separatorAt));
    if (field.length <= length || field.length < (fixedLength ?? 0) || field.includes(SEPARATOR)) return null;
    fields.set(field.slice(0, length), field.slice(length));
    rest = rest.slice(field.length);
    while (rest.startsWith(SEPARATOR)) rest = rest.slice(1);
  }
  return fields.size > 0 ? fields : null;
}

/** Parses the printed form: `(01)09506000134352(17)261231`. */
function printedFields(text: string): Fields {
  return new Map(
    [...text.matchAll(/\((\d{2,4})\)([^(]*)/g)].map(([, identifier = "", value = ""]) => [identifier, value.trim()]),
  );
}

/**
 * Parses a Digital Link. The product is in the path (`…/01/<gtin>/10/<lot>`) or, after another key, in the query; dates
 * and amounts can be in either.
 */
function linkFields(address: string): Fields | null {
  let url: URL;
  let segments: string[];
  try {
    url = new URL(address);
    segments = url.pathname.split("/").map(decodeURIComponent);
  } catch {
    return null;
  }
  const fields = new Map<string, string>();
  const first = segments.findIndex(
    (segment, index) => /^(?:0[0-3]|gtin|\d{3,4})$/.test(segment) && /^\d{8,18}$/.test(segments[index + 1] ?? ""),
  );
  if (first >= 0)
    for (let index = first; index + 1 < segments.length; index += 2)
      fields.set(numericIdentifier(segments[index] ?? ""), segments[index + 1] ?? "");
  for (const [name, value] of url.searchParams)
    if (/^(?:\d{2,4}|exp)$/.test(name)) fields.set(numericIdentifier(name), value);
  return fields.size > 0 ? fields : null;
}

/** Returns the number of an identifier, which may be a word in versions of the standard before 1.2. */
function numericIdentifier(identifier: string): string {
  return { gtin: "01", exp: "17" }[identifier] ?? identifier;
}

/** Returns the GTIN with 14 digits; null if the check digit is wrong. */
function gtinOf(digits: string): string | null {
  if (!/^(?:\d{8}|\d{12,14})$/.test(digits)) return null;
  const code = digits.padStart(14, "0");
  const sum = [...code].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return sum % 10 === 0 && Number(code) > 0 ? code : null;
}

/**
 * Returns true for in-store numbers: the prefixes 02, 04 and 20 to 29 of a GTIN-13, 0 of a GTIN-8. The server's
 * `product_code.rs` has the same rule.
 */
function isStoreNumber(gtin: string): boolean {
  return gtin.startsWith("000000") ? gtin.charAt(6) === "0" : /^(?:02|04|2)/.test(gtin.slice(1));
}

/**
 * Returns true for a GTIN-8 of one chain: in another chain it may be another product, so that its name is a proposal.
 */
export function isOfOneChain(gtin: string | null): boolean {
  return gtin !== null && gtin.startsWith("0000002");
}

/** Returns the twelve digits of the UPC-A that a UPC-E of eight digits abbreviates; the last but one is the pattern. */
function upcA(code: string): string | null {
  const [, system, six, check] = /^([01])(\d{6})(\d)$/.exec(code) ?? [];
  if (system === undefined || six === undefined || check === undefined) return null;
  const [a, b, c, d, e, last] = [...six];
  const long =
    { 0: `${a}${b}000`, 1: `${a}${b}100`, 2: `${a}${b}200`, 3: `${a}${b}${c}00`, 4: `${a}${b}${c}${d}0` }[
      Number(last)
    ] ?? `${a}${b}${c}${d}${e}`;
  const article =
    { 0: `00${c}${d}${e}`, 1: `00${c}${d}${e}`, 2: `00${c}${d}${e}`, 3: `000${d}${e}`, 4: `0000${e}` }[Number(last)] ??
    `0000${last}`;
  return `${system}${long}${article}${check}`;
}

/** Parses YYMMDD. A day of 00 is the last of its month; the century is the nearest to today. */
function dayOf(value: string | undefined, today: Date): string | undefined {
  const [, yy, mm, dd] = /^(\d\d)(\d\d)(\d\d)$/.exec(value ?? "") ?? [];
  if (yy === undefined || mm === undefined || dd === undefined) return undefined;
  const now = today.getFullYear();
  const ahead = Number(yy) - (now % 100);
  const year = now - (now % 100) + Number(yy) + (ahead >= 51 ? -100 : ahead <= -50 ? 100 : 0);
  const month = Number(mm);
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (month < 1 || month > 12 || Number(dd) > last) return undefined;
  return `${year}-${mm}-${dd === "00" ? last : dd}`;
}

/**
 * A scanned package: its code's data, the printed date if the camera has read it, and the larder's name for the
 * product.
 */
export interface FoundProduct extends PackageCode {
  readonly printed?: ScannedDate;
  readonly known?:
    { readonly name: string; readonly category: string; readonly quantity?: number; readonly unit: string } | undefined;
}
