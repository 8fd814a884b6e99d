import { disk } from "../src/api/outbox/disk";
import { newRow } from "../src/api/outbox/rows";
import { wakeTabs } from "../src/api/outbox/tabs";
import { noteUsedInReminder } from "../src/lib/domain/reminder-answers";
import { showDigest, type Digest } from "./digest";

/**
 * Records the answer to a reminder. *Used* and *Tossed* change the most urgent item: the change joins the outbox
 * (`src/api/outbox`), so it is stored offline, sent once and in order. An open window sends it now, otherwise the next
 * one, because only windows hold tokens. The notification then shows the remaining items.
 */
export async function answerNotification(scope: ServiceWorkerGlobalScope, event: NotificationEvent): Promise<void> {
  const digest = event.notification.data as Digest | null;
  const first = digest?.items[0];
  const isAnswer = digest && first && (event.action === "used" || event.action === "tossed");
  // It stays if the answer cannot be stored, so that it can be given again.
  if (isAnswer) await recordOutcome(first.id, event.action as "used" | "tossed");
  event.notification.close();
  if (event.action === "later") return;
  if (isAnswer) {
    const items = digest.items.slice(1);
    if (items.length > 0)
      await showDigest(scope, { ...digest, items, count: Math.max(items.length, digest.count - 1), body: "" });
    return;
  }
  await open(scope, digest?.url ?? "/?tab=items&due=1");
}

/** Puts the change into the outbox without an owner: it is sent for the account that uses this browser then. */
async function recordOutcome(itemId: string, outcome: "used" | "tossed"): Promise<void> {
  await disk.write([newRow({ kind: "item.outcome", itemId, outcome }, null)]);
  if (outcome === "used") await noteUsedInReminder(itemId).catch(() => undefined);
  wakeTabs();
}

async function open(scope: ServiceWorkerGlobalScope, url: string): Promise<void> {
  // Opens only pages of this site, whatever the message contains.
  const target = new URL(url, scope.location.origin);
  const address = target.origin === scope.location.origin ? target.pathname + target.search : "/";
  const windows = await scope.clients.matchAll({ type: "window" });
  const window = windows.find((client) => client.visibilityState === "visible") ?? windows[0];
  if (!window) {
    await scope.clients.openWindow(address);
    return;
  }
  // The page navigates itself: loading it again would lose unsaved input.
  window.postMessage({ type: "OPEN", address });
  await window.focus();
}
