import { dayIndex, endOfDay, endOfDayAfter, expiryDate, type Dated } from "./freshness";
import { MAX_SHELF_LIFE_DAYS } from "./limits";
import { typedDay } from "./typed-day";

/** The fields of an item that a chosen day sets. */
interface ChosenExpiry {
  expiresAt: string;
  expiresOn: string;
  shelfLifeDays: number;
}

/**
 * Returns the fields for a day that the user chose, with the shelf life from the same purchase; undefined for an
 * invalid day.
 */
export function chosenExpiry(item: Dated & { shelfLifeDays: number }, value: string): ChosenExpiry | undefined {
  const day = typedDay(value);
  const end = day === undefined ? undefined : endOfDay(day);
  if (day === undefined || end === undefined) return undefined;
  const addedDays = dayIndex(end, expiryDate(item));
  return {
    expiresAt: endOfDayAfter(day, 0),
    expiresOn: day,
    shelfLifeDays: Math.min(MAX_SHELF_LIFE_DAYS, Math.max(1, item.shelfLifeDays + addedDays)),
  };
}
