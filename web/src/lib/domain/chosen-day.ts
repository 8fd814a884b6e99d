import { dayIndex, endOfDay } from "./freshness";

/**
 * A day that somebody chose, with the shelf life that goes with it, counted from the same purchase. Undefined for what
 * is no day.
 */
export function chosenExpiry(
  item: { expiresAt: string; shelfLifeDays: number },
  day: string,
): { expiresAt: string; shelfLifeDays: number } | undefined {
  const end = endOfDay(day);
  if (end === undefined) return undefined;
  const moved = dayIndex(end.toISOString(), new Date(item.expiresAt));
  return { expiresAt: end.toISOString(), shelfLifeDays: Math.min(3_650, Math.max(1, item.shelfLifeDays + moved)) };
}
