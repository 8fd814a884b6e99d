import { auth } from "../lib/auth/auth";
import { deviceTimeZone } from "../lib/dates";
import { newId } from "../lib/ids";
import { storage } from "../lib/storage";
import { request } from "./client";
import type { Preferences } from "./types";

/** Which zone the server was last told of, and for whom: "uid zone". */
const KEY = "larder.zone";

/**
 * Tells the server where its person is, so that "09:00" is theirs: once for each account, again at a start where the
 * zone has changed, and whenever `anew` says that the server has forgotten it. Not a change of the person's, so it does
 * not wait in the outbox; what fails is tried at the next start.
 */
export async function tellZone({ anew = false } = {}): Promise<void> {
  const { uid } = auth.state();
  const zone = deviceTimeZone();
  if (uid === null || !zone) return;
  const told = `${uid} ${zone}`;
  if (!anew && storage.get(KEY) === told) return;
  await request("/api/preferences", {
    method: "PUT",
    body: { timeZone: zone } satisfies Partial<Preferences>,
    idempotencyKey: newId(),
    owner: uid,
  });
  storage.set(KEY, told);
}

export function forgetZone(): void {
  storage.remove(KEY);
}
