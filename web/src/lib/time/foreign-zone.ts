import { deviceTimeZone } from "./dates";

const HALF_YEAR_MS = 182 * 86_400_000;

/** Returns the local time of a zone now and in half a year, as text. */
function clock(zone: string, now: Date): string {
  const format = new Intl.DateTimeFormat("sv", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
  return `${format.format(now)} ${format.format(now.getTime() + HALF_YEAR_MS)}`;
}

/** Returns the device's time zone if its clocks differ from those of the larder's zone. */
export function foreignZone(larderZone: string | null | undefined, now: Date): string | undefined {
  const own = deviceTimeZone();
  if (!larderZone || !own || larderZone === own) return undefined;
  try {
    return clock(larderZone, now) === clock(own, now) ? undefined : own;
  } catch {
    // This browser does not know the larder's zone, and cannot compare it.
    return undefined;
  }
}

/** Returns the city in the name of a zone: New York for America/New_York. */
export function cityOf(zone: string): string {
  return zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ");
}
