import { ApiError, NetworkError, NoTokenError } from "../../api/client";
import { queryClient } from "../../api/query-client";
import { keys } from "../../api/queries";
import { inStore } from "../../lib/database";
import { withLock } from "../../lib/locks";
import { isOnline } from "../../lib/online";
import { failureText } from "../../ui/failure-text";
import { showToast } from "../../ui/toasts";
import { extractReceipt } from "./extract";
import { scanStrings } from "./strings";

/**
 * Receipts photographed without a connection. They wait in the browser's database and are read one after the other by whichever tab holds the lock, each under its own
 * Idempotency-Key. What the server refuses is dropped with an explanation; what may succeed later stays.
 */
interface WaitingPhoto {
  readonly id: string;
  readonly at: string;
  readonly photo: File;
}

let waiting = 0;
const listeners = new Set<() => void>();

export const photoQueue = {
  count: (): number => waiting,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  async add(id: string, file: File): Promise<void> {
    const row: WaitingPhoto = { id, at: new Date().toISOString(), photo: file };
    await inStore("photos", "readwrite", (store) => store.put(row));
    await refresh();
  },
  async discard(): Promise<void> {
    await inStore("photos", "readwrite", (store) => store.clear());
    await refresh();
  },
};

async function all(): Promise<WaitingPhoto[]> {
  return inStore("photos", "readonly", (store) => store.getAll() as IDBRequest<WaitingPhoto[]>);
}

async function refresh(): Promise<void> {
  waiting = (await all()).length;
  for (const listener of listeners) listener();
}

/** Looks for waiting photos now and whenever the connection comes back. */
export function startPhotoQueue(): void {
  const go = () => void withLock("photos", readWaiting).catch((error: unknown) => console.warn("Waiting receipts could not be read:", error));
  window.addEventListener("online", go);
  go();
}

async function readWaiting(): Promise<void> {
  await refresh();
  for (const row of await all()) {
    if (!isOnline()) return;
    const t = scanStrings();
    try {
      const result = await extractReceipt(row.photo, { idempotencyKey: row.id });
      showToast({ tone: "success", title: t.queueDone, text: t.found(result.itemCount) });
    } catch (error) {
      if (error instanceof NetworkError || error instanceof NoTokenError || (error instanceof ApiError && error.status >= 500)) return;
      if (error instanceof ApiError && error.code === "duplicate_receipt") showToast({ title: t.queueDuplicate });
      else showToast({ tone: "danger", title: t.failedTitle, text: failureText(error) ?? t.failedText });
      // The month's limit passes; the photo need not be taken again.
      if (error instanceof ApiError && error.status === 429) return;
    }
    await inStore("photos", "readwrite", (store) => store.delete(row.id));
    await refresh();
    for (const queryKey of [keys.items, keys.sessions, keys.uploadLimit]) void queryClient.invalidateQueries({ queryKey });
  }
}
