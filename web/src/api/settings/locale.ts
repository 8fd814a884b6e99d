import { auth } from "../../lib/auth/auth";
import { deviceTimeZone } from "../../lib/time/dates";
import { language } from "../../lib/language/i18n";
import { newId } from "../../lib/state/ids";
import { storage } from "../../lib/browser/storage";
import { request } from "../client";
import { isLooker } from "../household/role";
import type { Preferences } from "../types";

/** The account whose larder has a time zone and a language. */
const KEY = "larder.locale";
/** The key of earlier versions, which sent no language. */
const OLD_KEY = "larder.zone";

/**
 * Gives the larder this device's time zone and language if it has none, so that "09:00" is local and reminders can be
 * read. A larder that has them keeps them: they are the household's, and a device may be travelling. `isForced` asks
 * the server again, because it may have deleted them. Does not use the outbox: a failure is retried at the next start.
 */
export async function sendLocale({ isForced = false } = {}): Promise<void> {
  const { uid } = auth.state();
  const zone = deviceTimeZone();
  if (uid === null || !zone || isLooker()) return;
  if (!isForced && storage.get(KEY) === uid) return;
  const present = await request<Preferences>("/api/preferences", { owner: uid });
  const missing: Partial<Preferences> = {
    ...(!present.timeZone && { timeZone: zone }),
    ...(!present.language && { language: language() }),
  };
  if (Object.keys(missing).length > 0) {
    await request("/api/preferences", {
      method: "PUT",
      body: missing,
      idempotencyKey: newId(),
      owner: uid,
    });
  }
  storage.set(KEY, uid);
  storage.remove(OLD_KEY);
}

export function forgetLocale(): void {
  storage.remove(KEY);
}
