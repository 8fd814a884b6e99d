import { formatNumber } from "../lib/dates";
import { germanOnDemand, strings, useStrings, type Language } from "../lib/i18n";
import { common as en } from "../locales/en/common";

const both = germanOnDemand(en, async () => (await import("../locales/de/common")).common);
export type Common = typeof en;

/** The words that every screen shares. */
export function useCommon(): Common {
  return useStrings(both);
}

export function commonStrings(): Common {
  return strings(both);
}

/** A category in the reader's language; what a person wrote themselves stays as it is. */
export function translated(names: Record<string, string>, name: string): string {
  return names[name] ?? name;
}

/** A unit as its name, or as it is said of `n`; what a person wrote themselves stays as it is. */
export function unitName(common: Common, unit: string, n = 1): string {
  return common.units[unit]?.(n) ?? unit;
}

/** "2 boxes", "0.5 box", "500 g": less than one is said as one. */
export function quantityText(common: Common, of: Language, quantity: number, unit: string): string {
  return common.quantityUnit(formatNumber(of, quantity), unitName(common, unit, Math.max(1, quantity)));
}
