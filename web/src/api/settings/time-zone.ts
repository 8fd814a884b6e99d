import { auth } from "../../lib/auth/auth";
import { deviceTimeZone } from "../../lib/time/dates";
import { newId } from "../../lib/state/ids";
import { storage } from "../../lib/browser/storage";
import { request } from "../client";
import type { Preferences } from "../types";

/** The account whose larder has a time zone; earlier versions also stored the zone: "uid zone". */
const KEY = "larder.zone";

/**
 * Gives the larder this device's time zone if it has none, so that "09:00" is local. A larder that has one keeps it: the
 * zone is the household's, and a device may be travelling. `isForced` asks the server again, because it may have deleted
 * the zone. Does not use the outbox: a failure is retried at the next start.
 */
export async function sendTimeZone({ isForced = false } = {}): Promise<void> {
  const { uid } = auth.state();
  const zone = deviceTimeZone();
  if (uid === null || !zone) return;
  if (!isForced && storage.get(KEY)?.split(" ")[0] === uid) return;
  const { timeZone } = await request<Preferences>("/api/preferences", { owner: uid });
  if (!timeZone) {
    await request("/api/preferences", {
      method: "PUT",
      body: { timeZone: zone } satisfies Partial<Preferences>,
      idempotencyKey: newId(),
      owner: uid,
    });
  }
  storage.set(KEY, uid);
}

export function forgetTimeZone(): void {
  storage.remove(KEY);
}
