import { outboxStore } from "../src/api/outbox/outbox-store";
import { newRow } from "../src/api/outbox/rows";
import { wakeTabs } from "../src/api/outbox/tabs";
import { noteUsedInReminder } from "../src/lib/domain/reminder-answers";
import { showDigest, type Digest } from "./digest";

/**
 * Handles a tap on a reminder. *Used* and *Tossed* put a change of the most urgent item into the outbox
 * (`src/api/outbox`). A window sends it, now or when one is opened, because only windows have tokens. The notification
 * then shows the remaining items.
 */
export async function answerNotification(scope: ServiceWorkerGlobalScope, event: NotificationEvent): Promise<void> {
  const digest = event.notification.data as Digest | null;
  const first = digest?.items[0];
  const isAnswer = digest && first && (event.action === "used" || event.action === "tossed");
  // If the outcome cannot be stored, the notification stays, so that the user can repeat it.
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

/** Puts the change into the outbox without an account: it is sent for the browser's account at that time. */
async function recordOutcome(itemId: string, outcome: "used" | "tossed"): Promise<void> {
  await outboxStore.write([newRow({ kind: "item.outcome", itemId, outcome }, null)]);
  if (outcome === "used") await noteUsedInReminder(itemId).catch(() => undefined);
  wakeTabs();
}

async function open(scope: ServiceWorkerGlobalScope, url: string): Promise<void> {
  // Opens only pages of this site.
  const target = new URL(url, scope.location.origin);
  const address = target.origin === scope.location.origin ? target.pathname + target.search : "/";
  const windows = await scope.clients.matchAll({ type: "window" });
  const window = windows.find((client) => client.visibilityState === "visible") ?? windows[0];
  if (!window) {
    await scope.clients.openWindow(address);
    return;
  }
  // The page navigates without a reload, which could lose input.
  window.postMessage({ type: "OPEN", address });
  await window.focus();
}
