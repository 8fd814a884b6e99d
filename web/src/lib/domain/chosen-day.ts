import { dayIndex, endOfDay, expiryDate, type Dated } from "./freshness";

/** What a chosen day makes of an item. */
export interface ChosenExpiry {
  expiresAt: string;
  expiresOn: string;
  shelfLifeDays: number;
}

/**
 * Returns a day that a person chose, with the shelf life that goes with it, counted from the same purchase. Undefined
 * for what is no day. The server says when the day ends where the larder is; until then it ends as it does here.
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
