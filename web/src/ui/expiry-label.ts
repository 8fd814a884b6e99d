import { daysLeft } from "../lib/domain/freshness";
import type { Common } from "./strings";

/**
 * Returns "3 days left", "Expired" or "Expired 1 day ago": specification §4's difference in days, rounded up. The
 * status, the life bar and the server count the same; `shared/data/freshness.golden.json` holds all of them to it.
 */
export function expiryLabel(common: Common, expiresAt: string, now: Date): string {
  if (now.getTime() < Date.parse(expiresAt)) return common.daysLeft(daysLeft(expiresAt, now));
  const ago = -daysLeft(expiresAt, now);
  return ago > 0 ? common.daysExpired(ago) : common.expired;
}
