import { deviceTimeZone } from "../time/dates";
import { isUsZone } from "../time/us-zone";
import { UNITS } from "./catalogue";

/** The regions that use pounds and gallons: the United States, Liberia and Myanmar. */
const CUSTOMARY = /-(US|LR|MM)\b/;
/** Liberia, and Myanmar, whose zone browsers report under its old name. */
const OTHER_CUSTOMARY_ZONES = ["Africa/Monrovia", "Asia/Yangon", "Asia/Rangoon"];

const isCustomaryZone = (zone: string) => isUsZone(zone) || OTHER_CUSTOMARY_ZONES.includes(zone);
/** The metric unit for each customary one. Food in ounces is sold by the piece elsewhere. */
const METRIC: Readonly<Record<string, string>> = { gallon: "l", lb: "kg", oz: "item" };

/**
 * Returns true if the user's country uses kilos and litres. The country is that of the browser's languages, or of the
 * time zone if these have no country, or countries of both kinds. The language chosen in the app has no influence:
 * English on a German phone is metric.
 */
function isMetric(): boolean {
  const countries = navigator.languages.filter((tag) => /-[A-Z]{2}\b/.test(tag));
  const [isCustomary, ...others] = new Set(countries.map((tag) => CUSTOMARY.test(tag)));
  if (isCustomary !== undefined && others.length === 0) return !isCustomary;
  const zone = deviceTimeZone();
  // English without a country uses the units of the default table.
  return /^(?!Etc)\w+\//.test(zone) ? !isCustomaryZone(zone) : !navigator.languages[0]?.startsWith("en");
}

/** Returns the local unit for a unit of the catalogue or the default table: litres for gallons. */
export function localUnit(unit: string): string {
  return isMetric() ? (METRIC[unit] ?? unit) : unit;
}

/** Returns the units of the forms, those of the country first. */
export function offeredUnits(): readonly string[] {
  const isCustomary = (unit: string) => unit === "lb" || unit === "oz";
  return isMetric() ? [...UNITS.filter((unit) => !isCustomary(unit)), ...UNITS.filter(isCustomary)] : UNITS;
}
