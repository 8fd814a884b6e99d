import { dayIndex, endOfDay, expiryDate, type Dated } from "./freshness";

/** The fields of an item that follow from a chosen day. */
export interface ChosenExpiry {
  expiresAt: string;
  expiresOn: string;
  shelfLifeDays: number;
}

/**
 * Returns the fields for a day that a person chose, with the shelf life counted from the same purchase; undefined for
 * an invalid day. The server says when the day ends in the larder's time zone; until then it ends as it does here.
 */
export function chosenExpiry(item: Dated & { shelfLifeDays: number }, day: string): ChosenExpiry | undefined {
  const end = endOfDay(day);
  if (end === undefined) return undefined;
  const moved = dayIndex(end, expiryDate(item));
  return {
    expiresAt: end.toISOString(),
    expiresOn: day,
    shelfLifeDays: Math.min(3_650, Math.max(1, item.shelfLifeDays + moved)),
  };
}
