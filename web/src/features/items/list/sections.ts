import { dayIndex, expiryDate, freshnessAt, larderToday, type Dated } from "../../../lib/domain/freshness";

/** The sections of the list that is sorted by expiry. */
export type Section = "past" | "today" | "tomorrow" | "week" | "later";

/** Returns the section of the calendar day that an item's label names. The week is today and the six days after it. */
export function sectionOf(item: Dated, now: Date): Section {
  if (freshnessAt(item, now) === "expired") return "past";
  const day = dayIndex(expiryDate(item), larderToday(now));
  if (day <= 0) return "today";
  return day === 1 ? "tomorrow" : day <= 6 ? "week" : "later";
}
