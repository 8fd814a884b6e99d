import { formatNumber } from "../../lib/time/dates";
import { commonStrings, useCommonStrings } from "virtual:strings/common";
import type { Language } from "../../lib/language/i18n";

export { commonStrings, useCommonStrings as useCommon };

export type Common = Sentences["common"];

/** Returns a category in the user's language; a user's own category stays as it is. */
export function translated(names: Readonly<Record<string, string>>, name: string): string {
  return names[name] ?? name;
}

/** Returns a unit's name, or its form for `n`; a user's own unit stays as it is. */
export function unitName(common: Common, unit: string, n = 1): string {
  const name = (common.units as Readonly<Record<string, string | ((n: number) => string)>>)[unit] ?? unit;
  return typeof name === "string" ? name : name(n);
}

/** Returns "2 boxes", "0.5 box" or "500 g": less than one is singular. */
export function quantityText(common: Common, of: Language, quantity: number, unit: string): string {
  return common.quantityUnit(formatNumber(of, quantity), unitName(common, unit, Math.max(1, quantity)));
}

/** Formats amounts in several units: "1 gallon + 2 cartons". */
export function amountsText(
  common: Common,
  of: Language,
  amounts: readonly { readonly quantity: number; readonly unit: string }[],
): string {
  return amounts.map(({ quantity, unit }) => quantityText(common, of, quantity, unit)).join(" + ");
}
