import { inStore } from "../src/lib/database";
import { noteUsedInReminder } from "../src/lib/reminder-answers";
import { showDigest, type Digest } from "./digest";

/**
 * Records the answer to a reminder. *Used* and *Tossed* change the most urgent item: the change joins the outbox
 * (`src/api/outbox`), so it is stored offline, sent once and in order. An open window sends it now, otherwise the next
 * one, because only windows hold tokens. The notification then shows the remaining items.
 */
export async function answerNotification(scope: ServiceWorkerGlobalScope, event: NotificationEvent): Promise<void> {
  const digest = event.notification.data as Digest | null;
  event.notification.close();
  if (event.action === "later") return;
  const first = digest?.items[0];
  if (digest && first && (event.action === "used" || event.action === "tossed")) {
    await recordOutcome(first.id, event.action);
    const items = digest.items.slice(1);
    if (items.length > 0)
      await showDigest(scope, { ...digest, items, count: Math.max(items.length, digest.count - 1), body: "" });
    return;
  }
  await open(scope, digest?.url ?? "/?tab=items&due=1");
}

/** Stores a row as in `src/api/outbox/rows.ts`, without an owner: it is sent for whoever uses this browser. */
async function recordOutcome(itemId: string, outcome: "used" | "tossed"): Promise<void> {
  const row = {
    v: 2,
    key: crypto.randomUUID(),
    uid: null,
    at: new Date().toISOString(),
    change: { kind: "item.outcome", itemId, outcome },
  };
  await inStore("outbox", "readwrite", (store) => store.add(row));
  if (outcome === "used") await noteUsedInReminder(itemId).catch(() => undefined);
  const channel = new BroadcastChannel("larder.outbox");
  channel.postMessage({ type: "wake" });
  channel.close();
}

async function open(scope: ServiceWorkerGlobalScope, url: string): Promise<void> {
  // Only ever a page of this site, whatever a message says.
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
