import { inStore } from "../../lib/database";
import type { QueuedChange } from "./changes";

/** The waiting changes on disk, oldest first. The database numbers them, so the order holds across tabs. */
export const outboxStore = {
  async add(change: QueuedChange): Promise<void> {
    await inStore("outbox", "readwrite", (store) => store.add(change));
  },
  async all(): Promise<QueuedChange[]> {
    const rows = await inStore("outbox", "readonly", (store) => store.getAll() as IDBRequest<QueuedChange[]>);
    return rows;
  },
  async first(): Promise<QueuedChange | undefined> {
    const rows = await inStore("outbox", "readonly", (store) => store.getAll(null, 1) as IDBRequest<QueuedChange[]>);
    return rows[0];
  },
  async remove(seq: number): Promise<void> {
    await inStore("outbox", "readwrite", (store) => store.delete(seq));
  },
  async replace(change: QueuedChange): Promise<void> {
    await inStore("outbox", "readwrite", (store) => store.put(change));
  },
  async clear(): Promise<void> {
    await inStore("outbox", "readwrite", (store) => store.clear());
  },
};
