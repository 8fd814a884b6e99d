import { auth } from "../../lib/auth/auth";
import { deviceTimeZone } from "../../lib/time/dates";
import { newId } from "../../lib/state/ids";
import { storage } from "../../lib/browser/storage";
import { request } from "../client";
import type { Preferences } from "../types";

/** The zone that was last sent to the server, and the account: "uid zone". */
const KEY = "larder.zone";

/**
 * Sends the time zone to the server, so that "09:00" is local: once per account, again when the zone changed, and when
 * `isForced` says that the server has forgotten it. Not a user's change, so it does not use the outbox; a failure is
 * repeated at the next start.
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
