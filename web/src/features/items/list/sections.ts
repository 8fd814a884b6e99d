import { dayIndex, expiryDate, freshnessAt, larderToday, type Dated } from "../../../lib/domain/freshness";

/** The sections of the list that is sorted by expiry. */
export type Section = "past" | "today" | "tomorrow" | "week" | "later";

/** Returns the section for the calendar day on which an item expires. The week ends six days after today. */
export function sectionOf(item: Dated, now: Date): Section {
  if (freshnessAt(item, now) === "expired") return "past";
  const day = dayIndex(expiryDate(item), larderToday(now));
  if (day <= 0) return "today";
  return day === 1 ? "tomorrow" : day <= 6 ? "week" : "later";
}
