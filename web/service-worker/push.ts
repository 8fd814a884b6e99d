import { values } from "../src/lib/browser/database";
import { withLock } from "../src/lib/browser/locks";
import { listOf, number, object, text } from "../src/lib/state/shape";
import { showDigest, updateDigest, type Digest } from "./digest";
import { answerNotification } from "./notification-click";

/**
 * Handles reminders: push messages, taps on notifications, and the items that the app has fetched. One at a time,
 * because Chromium forgets a notification if the shown ones are listed while it appears.
 */
export function listenForPushes(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener("push", (event) => {
    const digest = readDigest(event.data);
    event.waitUntil(withLock("notifications", () => handlePush(scope, digest)));
  });
  scope.addEventListener("message", (event: ExtendableMessageEvent) => {
    const { type, ids } = (event.data ?? {}) as { type?: string; ids?: readonly string[] };
    if (type === "ITEMS" && ids) event.waitUntil(withLock("notifications", () => updateDigest(scope, new Set(ids))));
  });
  scope.addEventListener("notificationclick", (event) =>
    event.waitUntil(withLock("notifications", () => answerNotification(scope, event))),
  );
}

const isDigest = object({
  tag: text,
  url: text,
  count: number,
  items: listOf(object({ id: text, name: text })),
});

/** Returns null for an invalid message. */
function readDigest(data: PushMessageData | null): Digest | null {
  try {
    const value: unknown = data?.json();
    return isDigest(value) ? (value as Digest) : null;
  } catch {
    return null;
  }
}

/** The tag of the reminder that was shown last. */
const LAST_TAG_KEY = "reminded";

/**
 * Shows a message. Browsers revoke the permission of sites that show none, so invalid messages are shown too, and
 * corrections of a dismissed reminder are shown silently and closed. A correction whose reminder was not shown here is
 * shown as one: the push service has replaced the reminder, which has the same topic.
 */
async function handlePush(scope: ServiceWorkerGlobalScope, digest: Digest | null): Promise<void> {
  if (!digest) return showDigest(scope, null);
  if (digest.test) return showDigest(scope, digest);
  const { tag } = digest;
  const lastTag = await values.get(LAST_TAG_KEY).catch(() => undefined);
  const correctsLastShown = digest.correction === true && lastTag === tag;
  const isDisplayed = (await scope.registration.getNotifications({ tag })).length > 0;
  await showDigest(scope, digest, correctsLastShown || digest.count === 0);
  await values.set(LAST_TAG_KEY, tag).catch(() => undefined);
  if (digest.count > 0 && (isDisplayed || !correctsLastShown)) return;
  for (const notification of await scope.registration.getNotifications({ tag })) notification.close();
}
