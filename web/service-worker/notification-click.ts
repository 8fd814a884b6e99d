import { inStore } from "../src/lib/database";
import { showDigest, type Digest } from "./push";

/**
 * What somebody answers to a digest. *Used* and *Tossed* are about the most urgent item: the answer joins the outbox that the site's own changes wait in
 * (`src/api/outbox`), so it is kept offline, sent once, and in order. An open window sends it now; otherwise the next one that opens does. Then the
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
    if (items.length > 0) await showDigest(scope, shortened(digest, items));
    return;
  }
  await openItems(scope, digest?.url ?? "/?tab=items");
}

/** A row as `QueuedChange` of `src/api/outbox/changes.ts` has it; that module cannot be imported here, since it needs a window. */
async function recordOutcome(itemId: string, outcome: "used" | "tossed"): Promise<void> {
  const row = { key: crypto.randomUUID(), uid: null, at: new Date().toISOString(), change: { kind: "item.outcome", itemId, outcome } };
  await inStore("outbox", "readwrite", (store) => store.add(row));
  const channel = new BroadcastChannel("larder.outbox");
  channel.postMessage({ type: "wake" });
  channel.close();
}

function shortened(digest: Digest, items: Digest["items"]): Digest {
  const count = Math.max(items.length, digest.count - 1);
  const named = items.slice(0, 5).map(({ name }) => name);
  const more = count - named.length;
  const body = `${count} ${count === 1 ? "thing" : "things"} to eat today: ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return { ...digest, items, count, body };
}

async function openItems(scope: ServiceWorkerGlobalScope, url: string): Promise<void> {
  // Only ever a page of this site, whatever a message says.
  const target = new URL(url, scope.location.origin);
  const address = target.origin === scope.location.origin ? target.href : scope.location.origin;
  const windows = await scope.clients.matchAll({ type: "window" });
  const open = windows[0];
  if (open) {
    await open.navigate(address);
    await open.focus();
  } else await scope.clients.openWindow(address);
}
