import { inStore } from "../../lib/browser/database";
import { isReceipt } from "./changes";
import type { QueuedChange } from "./rows";

/** The outbox on disk. The database numbers the rows of all tabs. */
export const outboxStore = {
  /** Returns all rows, unchecked: another version of the app may have written them (`parse-row.ts`). */
  readAll(): Promise<QueuedChange[]> {
    return inStore("outbox", "readonly", (store) => store.getAll() as IDBRequest<QueuedChange[]>);
  },
  /**
   * Writes rows in one transaction and resolves with their numbers. A row that has a number is updated, unless another
   * tab has removed it.
   */
  async write(rows: readonly QueuedChange[]): Promise<number[]> {
    const requests: IDBRequest[] = [];
    await inStore("outbox", "readwrite", (store) => {
      for (const row of rows) {
        const request = row.seq === undefined ? store.add(row) : store.openCursor(row.seq);
        if (row.seq !== undefined)
          request.onsuccess = () => void (request.result as IDBCursorWithValue | null)?.update(row);
        requests.push(request);
      }
      // The browser then completes it even if the user leaves the page. WebKit would lose a photo that is not copied
      // yet.
      if (!rows.some((row) => row.seq !== undefined || isReceipt(row.change))) store.transaction.commit?.();
      return requests.at(-1) as IDBRequest;
    });
    return rows.map(({ seq }, index) => seq ?? (requests[index]?.result as number));
  },
  /** Deletes the rows with these numbers. */
  async remove(seqs: readonly number[]): Promise<void> {
    await inStore("outbox", "readwrite", (store) => seqs.map((seq) => store.delete(seq)).at(-1) as IDBRequest);
  },
  /** Deletes the rows of these accounts, also invalid ones, and those without an account. */
  async removeOfAccounts(uids: readonly string[]): Promise<void> {
    await inStore("outbox", "readwrite", (store) => {
      const rows = store.openCursor();
      rows.onsuccess = () => {
        const { uid } = (rows.result?.value ?? {}) as { uid?: unknown };
        if (typeof uid !== "string" || uids.includes(uid)) rows.result?.delete();
        rows.result?.continue();
      };
      return rows;
    });
  },
};
