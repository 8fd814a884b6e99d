import { auth } from "../../lib/auth/auth";
import { deviceTimeZone } from "../../lib/time/dates";
import { newId } from "../../lib/state/ids";
import { storage } from "../../lib/browser/storage";
import { request } from "../client";
import type { Preferences } from "../types";

/** The account and the zone that was last sent to the server: "uid zone". */
const KEY = "larder.zone";

/**
 * Sends the time zone to the server, so that "09:00" is local: once per account, when the zone has changed, and if
 * `isForced` because the server has deleted it. Does not use the outbox: a failure is retried at the next start.
 */
export async function sendTimeZone({ isForced = false } = {}): Promise<void> {
  const { uid } = auth.state();
  const zone = deviceTimeZone();
  if (uid === null || !zone) return;
  const sent = `${uid} ${zone}`;
  if (!isForced && storage.get(KEY) === sent) return;
  await request("/api/preferences", {
    method: "PUT",
    body: { timeZone: zone } satisfies Partial<Preferences>,
    idempotencyKey: newId(),
    owner: uid,
  });
  storage.set(KEY, sent);
}

export function forgetTimeZone(): void {
  storage.remove(KEY);
}
