import { deviceTimeZone } from "../time/dates";
import { UNITS } from "./catalogue";

/** Regions that use pounds and gallons, and their time zones. */
const CUSTOMARY = /-(US|LR|MM)\b/;
const CUSTOMARY_ZONE =
  /^(US|America\/(New_Y|Detr|Kent|India|Chic|Menom|North_|Denv|Boise|Phoen|Los_A|Anch|Junea|Sitka|Metla|Yaku|Nome|Adak)|Pacific\/Hono|Africa\/Monr|Asia\/Yang)/;
const METRIC: Readonly<Record<string, string>> = { gallon: "l", lb: "kg", oz: "item" };

/**
 * Returns true if the reader's country uses kilos and litres. The country is that of the browser's languages, or of the
 * time zone if they name none or several; never that of the language chosen here: English on a German phone is metric.
 */
function isMetric(): boolean {
  const tags = navigator.languages.filter((tag) => /-[A-Z]{2}\b/.test(tag));
  const customary = tags.filter((tag) => CUSTOMARY.test(tag)).length;
  if (tags.length > 0 && customary % tags.length === 0) return customary === 0;
  const zone = deviceTimeZone();
  // English without a country is the specification's own.
  return /^(?!Etc)\w+\//.test(zone) ? !CUSTOMARY_ZONE.test(zone) : !navigator.languages[0]?.startsWith("en");
}

/** Returns the local unit of a product of the catalogue or the default table: milk by the litre, not by the gallon. */
export function localUnit(unit: string): string {
  return isMetric() ? (METRIC[unit] ?? unit) : unit;
}

/** The units that the forms offer (specification §5), those of the country first. */
export function offeredUnits(): readonly string[] {
  const foreign = (unit: string) => unit === "lb" || unit === "oz";
  return isMetric() ? [...UNITS.filter((unit) => !foreign(unit)), ...UNITS.filter(foreign)] : UNITS;
}
