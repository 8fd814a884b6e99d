import { formatDayInText, formatFutureDay } from "../../lib/time/dates";
import {
  daysLeft,
  dayIndex,
  expiryDate,
  freshnessAt,
  isPastBestBefore,
  larderToday,
  type Dated,
  type Freshness,
} from "../../lib/domain/freshness";
import { locale, type Language } from "../../lib/language/i18n";
import { SEPARATOR } from "./separator";
import type { Common } from "./strings";

/** From these numbers of days on, the label counts months and years. */
const MONTHS_FROM = 60;
const YEARS_FROM = 730;
const DAYS_PER_YEAR = 365.25;

interface LabelledItem extends Dated {
  readonly dateKind?: string | null | undefined;
  readonly expiryReason?: unknown;
}

/** Returns the colour of an item: food past its best-before date is still amber. */
export function shownFreshness(item: LabelledItem, now: Date): Freshness {
  return isPastBestBefore(item, now) ? "soon" : freshnessAt(item, now);
}

/**
 * Returns "3 days left", or "3 months left" for long times; for an expired item "Expired 1 day ago" (specification §4)
 * or what to do with food past its best-before date. `shared/data/freshness.golden.json` tests that the server counts
 * the same days.
 */
export function expiryLabel(common: Common, language: Language, item: LabelledItem, now: Date): string {
  const days = daysLeft(item, now);
  if (isPastBestBefore(item, now)) return common.bestBeforePast(dayText(language, item, now));
  if (freshnessAt(item, now) === "expired") return days < 0 ? common.daysExpired(-days) : common.expired;
  if (days < MONTHS_FROM) return common.daysLeft(days);
  const [unit, length] = days < YEARS_FROM ? ["month", DAYS_PER_YEAR / 12] : ["year", DAYS_PER_YEAR];
  const format = new Intl.NumberFormat(locale(language), { style: "unit", unit: String(unit), unitDisplay: "long" });
  return common.timeLeft(format.format(Math.round(days / Number(length))));
}

/** Returns "Today", "Tomorrow · 1 day left", "Mon · 3 days left", or only the label if it has expired. */
export function expiryText(common: Common, language: Language, item: LabelledItem, now: Date): string {
  const label = expiryLabel(common, language, item, now);
  if (freshnessAt(item, now) === "expired") return label;
  const [day, today] = [expiryDate(item), larderToday(now)];
  const name = formatFutureDay(language, day, today);
  return dayIndex(day, today) <= 0 ? name : `${name}${SEPARATOR}${label}`;
}

/** Returns "Use by Fri · don't eat it after" for food whose use-by date is near or past. */
export function printedUseByText(
  common: Common,
  language: Language,
  item: LabelledItem,
  now: Date,
): string | undefined {
  const isNear = item.dateKind === "use_by" && !item.expiryReason && freshnessAt(item, now) !== "fresh";
  return isNear ? common.useByDay(dayText(language, item, now)) : undefined;
}

function dayText(language: Language, item: Dated, now: Date): string {
  return formatDayInText(language, expiryDate(item), larderToday(now));
}
