import { values } from "../src/lib/browser/database";
import { showDigest, tidyDigest, type Digest } from "./digest";
import { answerNotification } from "./notification-click";

/** Handles reminders: shows the day's digest, and handles the answer to it. */
export function listenForPushes(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener("push", (event) => {
    event.waitUntil(arrive(scope, readDigest(event.data)));
  });
  scope.addEventListener("message", (event: ExtendableMessageEvent) => {
    const { type, ids } = (event.data ?? {}) as { type?: string; ids?: readonly string[] };
    if (type === "ITEMS" && ids) event.waitUntil(tidyDigest(scope, new Set(ids)));
  });
  scope.addEventListener("notificationclick", (event) => event.waitUntil(answerNotification(scope, event)));
}

function readDigest(data: PushMessageData | null): Digest | null {
  try {
    const value = data?.json() as Partial<Digest> | null | undefined;
    const whole =
      value &&
      typeof value.tag === "string" &&
      typeof value.url === "string" &&
      typeof value.count === "number" &&
      Array.isArray(value.items);
    return whole ? (value as Digest) : null;
  } catch {
    return null;
  }
}

/** The tag of the reminder that was shown last. */
const REMINDED = "reminded";

/**
 * Shows a message. Browsers revoke the permission of sites that show nothing, so unreadable messages are shown too, and
 * corrections of a dismissed reminder are shown silently for a moment. A correction that arrives before its reminder
 * replaces it.
 */
async function arrive(scope: ServiceWorkerGlobalScope, digest: Digest | null): Promise<void> {
  if (!digest) return showDigest(scope, null);
  if (digest.test) return showDigest(scope, digest);
  const { tag } = digest;
  const corrects = digest.correction === true && (await values.get(REMINDED).catch(() => undefined)) === tag;
  const lies = (await scope.registration.getNotifications({ tag })).length > 0;
  await showDigest(scope, digest, corrects || digest.count === 0);
  await values.set(REMINDED, tag).catch(() => undefined);
  if (digest.count > 0 && (lies || !corrects)) return;
  for (const notification of await scope.registration.getNotifications({ tag })) notification.close();
}
