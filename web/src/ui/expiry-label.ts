import { dayIndex, daysLeft } from "../lib/domain/freshness";
import type { Common } from "./strings";

/** "3 days left", "Expired 1 day ago": the label arithmetic of specification §4. Within the last day the calendar decides, since "0 days" says nothing. */
export function expiryLabel(common: Common, expiresAt: string, now: Date): string {
  const left = daysLeft(expiresAt, now);
  if (left > 0) return common.daysLeft(left);
  if (left < 0) return common.daysExpired(-left);
  if (new Date(expiresAt).getTime() > now.getTime()) return common.expiresToday;
  return dayIndex(expiresAt, now) === 0 ? common.expiredToday : common.daysExpired(1);
}
