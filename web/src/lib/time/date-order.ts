import { locale } from "../language/i18n";
import { deviceTimeZone } from "./dates";
import { isUsZone } from "./us-zone";

/** The order of day and month in a printed date. */
export type DateOrder = "dayFirst" | "monthFirst";

/**
 * Returns the order of dates on local packages, by language and time zone. Null if these differ (American English in
 * Berlin) or the year comes first: the order of 04.06.27 is then unknown.
 */
export function dateOrder(tag = locale(), zone = deviceTimeZone()): DateOrder | null {
  const [first] = new Intl.DateTimeFormat(tag, { dateStyle: "short" })
    .formatToParts(new Date(0))
    .filter(({ type }) => type !== "literal");
  const isMonthFirst = isUsZone(zone);
  if (first?.type === "month" && isMonthFirst) return "monthFirst";
  return first?.type === "day" && !isMonthFirst ? "dayFirst" : null;
}
