import { locale } from "../i18n";
import { UNITS } from "./catalogue";

/** Regions that use pounds and gallons. */
const CUSTOMARY = /^(US|LR|MM)$/;
const METRIC: Readonly<Record<string, string>> = { gallon: "l", lb: "kg", oz: "item" };

function isMetric(): boolean {
  // English without a country is the specification's own.
  return !CUSTOMARY.test(new Intl.Locale(locale()).maximize().region ?? "US");
}

/**
 * The unit in which something of the catalogue or of the default table is bought where the reader is: milk by the
 * litre, not by the gallon.
 */
export function localUnit(unit: string): string {
  return isMetric() ? (METRIC[unit] ?? unit) : unit;
}

/** The units that the forms offer (specification §5), those of the country first. */
export function offeredUnits(): readonly string[] {
  const foreign = (unit: string) => unit === "lb" || unit === "oz";
  return isMetric() ? [...UNITS.filter((unit) => !foreign(unit)), ...UNITS.filter(foreign)] : UNITS;
}
