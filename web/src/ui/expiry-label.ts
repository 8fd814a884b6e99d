import { formatFutureDay } from "../lib/time/dates";
import { dayIndex, daysLeft, expiryDate, type Dated } from "../lib/domain/freshness";
import { locale, type Language } from "../lib/language/i18n";
import { SEPARATOR } from "./separator";
import type { Common } from "./strings";

/** From this number of days the label counts months, and from two years on years. */
const MONTHS_FROM = 60;

/**
 * Returns "3 days left", "Expired" or "Expired 1 day ago" (specification §4), or "3 months left" for long times.
 * `shared/data/freshness.golden.json` tests that the server counts the same days.
 */
export function expiryLabel(common: Common, language: Language, expiresAt: string, now: Date): string {
  const days = daysLeft(expiresAt, now);
  if (now.getTime() >= Date.parse(expiresAt)) return days < 0 ? common.daysExpired(-days) : common.expired;
  if (days < MONTHS_FROM) return common.daysLeft(days);
  const [unit, length] = days < 730 ? ["month", 30.44] : ["year", 365.25];
  const format = new Intl.NumberFormat(locale(language), { style: "unit", unit: String(unit), unitDisplay: "long" });
  return common.timeLeft(format.format(Math.round(days / Number(length))));
}

/** Returns "Mon · 4 days left", without the day if expired. */
export function expiryText(common: Common, language: Language, item: Dated, now: Date): string {
  const label = expiryLabel(common, language, item.expiresAt, now);
  const day = expiryDate(item);
  const isPast = now.getTime() >= Date.parse(item.expiresAt) || dayIndex(day, now) < 0;
  return isPast ? label : `${formatFutureDay(language, day, now)}${SEPARATOR}${label}`;
}
