import { inStore } from "../../lib/database";
import { isReceipt } from "./changes";
import { parseRow, type QueuedChange } from "./rows";

/** The outbox on disk: the waiting changes, oldest first. The database numbers them, so the order holds across tabs. */
export const disk = {
  /** Resolves with the number that the change got. */
  async add(change: QueuedChange): Promise<number> {
    const added = await inStore("outbox", "readwrite", (store) => {
      const request = store.add(change);
      // Carried out even if the page is left now. WebKit loses a photo that is committed before it has been copied.
      if (!isReceipt(change.change)) store.transaction.commit?.();
      return request;
    });
    return added as number;
  },
  async all(): Promise<QueuedChange[]> {
    return parsed(await inStore("outbox", "readonly", (store) => store.getAll() as IDBRequest<unknown[]>));
  },
  /** The rows after that number, a few at a time. */
  async after(seq: number, count: number): Promise<{ rows: QueuedChange[]; last: number | undefined }> {
    const found = await inStore(
      "outbox",
      "readonly",
      (store) => store.getAll(IDBKeyRange.lowerBound(seq, true), count) as IDBRequest<{ seq: number }[]>,
    );
    return { rows: parsed(found), last: found.at(-1)?.seq };
  },
  async remove(seq: number): Promise<void> {
    await inStore("outbox", "readwrite", (store) => store.delete(seq));
  },
  /** Deletes what is kept under these names, readable or not, and what has none. */
  async forget(uids: readonly string[]): Promise<void> {
    const rows = await inStore(
      "outbox",
      "readonly",
      (store) => store.getAll() as IDBRequest<{ seq: number; uid?: unknown }[]>,
    );
    for (const { seq, uid } of rows) if (typeof uid !== "string" || uids.includes(uid)) await disk.remove(seq);
  },
  /** Writes a row's new state, unless another tab has sent or dropped it meanwhile: that one stays gone. */
  async replace(change: QueuedChange & { readonly seq: number }): Promise<void> {
    await inStore("outbox", "readwrite", (store) => {
      const found = store.openCursor(change.seq);
      found.onsuccess = () => void found.result?.update(change);
      return found;
    });
  },
};

function parsed(rows: readonly unknown[]): QueuedChange[] {
  return rows.flatMap((row) => parseRow(row) ?? []);
}
