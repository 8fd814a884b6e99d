import { inStore } from "../src/lib/database";
import { showDigest, type Digest } from "./push";

/**
 * What somebody answers to a reminder. *Used* and *Tossed* are about the most urgent item: the answer joins the outbox
 * that the site's own changes wait in (`src/api/outbox`), so it is kept offline, sent once, and in order. An open
 * window sends it now; otherwise the next one that opens does, since only a window holds the account's tokens. Then the
 * notification goes on with what is left.
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

/** A row as `src/api/outbox/rows.ts` has it. Nobody's in particular: it goes out for whoever uses this browser. */
async function recordOutcome(itemId: string, outcome: "used" | "tossed"): Promise<void> {
  const row = {
    v: 2,
    key: crypto.randomUUID(),
    uid: null,
    at: new Date().toISOString(),
    change: { kind: "item.outcome", itemId, outcome },
  };
  await inStore("outbox", "readwrite", (store) => store.add(row));
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
  // The page goes there by itself: loading it anew would cost what is being typed in another tab of it.
  window.postMessage({ type: "OPEN", address });
  await window.focus();
}
