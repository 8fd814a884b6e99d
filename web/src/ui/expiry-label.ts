import { dayIndex } from "../lib/domain/freshness";
import type { Common } from "./strings";

/**
 * "3 days left", "Expires today", "Expired 1 day ago": specification §4's difference in days, counted to the calendar
 * day on which it expires where the person is. So the label and the calendar say the same at every hour of the day.
 */
export function expiryLabel(common: Common, expiresAt: string, now: Date): string {
  const left = dayIndex(expiresAt, now);
  if (left > 0) return common.daysLeft(left);
  if (left < 0) return common.daysExpired(-left);
  return new Date(expiresAt).getTime() > now.getTime() ? common.expiresToday : common.expiredToday;
}
