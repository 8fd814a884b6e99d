import { dayField, endOfDay } from "./freshness";

const MIN_DAY = "1970-01-01";
export const MAX_DAY = "9998-12-31";

/**
 * Returns the day of a date field's value (2026-12-12). A year of two digits is one of this century, although the
 * field's value has the year 26. Undefined for a day that does not exist, or that the server does not accept.
 */
export function typedDay(value: string): string | undefined {
  const day = value.replace(/^00(?=\d\d-)/, "20");
  const end = endOfDay(day);
  return end && dayField(end) === day && day >= MIN_DAY && day <= MAX_DAY ? day : undefined;
}
