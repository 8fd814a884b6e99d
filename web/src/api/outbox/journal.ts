import { auth } from "../../lib/auth/auth";
import { createListeners } from "../../lib/state/listeners";
import { isReceipt } from "./changes";
import { outboxStore } from "./outbox-store";
import { parseRow } from "./parse-row";
import { isFailed, type QueuedChange } from "./rows";

const NOTHING: readonly QueuedChange[] = [];
const MIN_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;

/**
 * The rows of the outbox in memory, which the page shows and sends. A loop writes them to disk, and retries while the
 * disk fails.
 */
export class Journal {
  /** All rows of this browser, oldest first. */
  #rows = new Map<string, QueuedChange>();
  #pending = NOTHING;
  #failed = NOTHING;
  /** Keys of rows whose current state is not on disk. */
  #unwritten = new Set<string>();
  /** Keys of rows that could not be written: closing the page would lose them. */
  #unsaved: ReadonlySet<string> = new Set();
  /** Keys of removed rows, and of the rows that replace them. */
  readonly #removed = new Map<string, string | undefined>();
  /** Numbers and keys of removed rows that are still on disk. */
  readonly #erasable = new Map<number, string>();
  #isStale = false;
  #running: Promise<void> | undefined;
  #failures = 0;
  #error: unknown;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = createListeners();

  constructor(private readonly onWritten: () => void) {}

  readonly subscribe = this.#listeners.subscribe;
  /** Returns the user's changes that will be sent, oldest first. */
  readonly pending = (): readonly QueuedChange[] => this.#pending;
  /** Returns the user's changes that could not be sent. */
  readonly failed = (): readonly QueuedChange[] => this.#failed;
  /** Returns the keys of changes that are only in this page, because they could not be written to disk. */
  readonly unsaved = (): ReadonlySet<string> => this.#unsaved;

  /** Returns true if the disk is full, and false for other failures. */
  isFull(): boolean {
    return this.#error instanceof DOMException && this.#error.name === "QuotaExceededError";
  }

  all(): readonly QueuedChange[] {
    return [...this.#rows.values()];
  }

  find(key: string): QueuedChange | undefined {
    return this.#rows.get(key);
  }

  /** Adds a row, or replaces it by its newer state. Resolves when it is on disk, or could not be written. */
  put(row: QueuedChange): Promise<void> {
    const seq = this.find(row.key)?.seq ?? row.seq;
    this.#rows.set(row.key, seq === undefined ? row : { ...row, seq });
    this.#unwritten.add(row.key);
    this.#publish();
    return this.sync();
  }

  /** Removes a row. If another one replaces it, it stays on disk until that one is written. */
  remove(key: string, successor?: string): Promise<void> {
    const seq = this.find(key)?.seq;
    if (seq !== undefined) this.#erasable.set(seq, key);
    this.#removed.set(key, successor);
    this.#rows.delete(key);
    this.#unwritten.delete(key);
    this.#publish();
    return this.sync();
  }

  /** Reads the disk again. Resolves when it has been read, or at once while the disk fails: a retry then reads it. */
  reload(): Promise<void> {
    this.#isStale = true;
    return this.#failures > 0 ? Promise.resolve() : this.sync();
  }

  /** Resolves when all rows are on disk, or at once while the disk fails. */
  written(): Promise<void> {
    return this.#failures > 0 ? Promise.resolve() : this.sync();
  }

  /** Resolves once every row is on disk or removed, also if the disk fails for a while. */
  stored(): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (this.#unwritten.size > 0) return;
        unsubscribe();
        resolve();
      };
      const unsubscribe = this.subscribe(check);
      check();
    });
  }

  /** Writes the rows that are not on disk, several in one transaction. */
  sync(): Promise<void> {
    this.#running ??= this.#run();
    return this.#running;
  }

  async #run(): Promise<void> {
    clearTimeout(this.#timer);
    // Changes of the same task are written together.
    await Promise.resolve();
    try {
      do {
        if (this.#isStale) {
          this.#isStale = false;
          this.#load((await outboxStore.readAll()).flatMap((row) => parseRow(row) ?? []));
        }
        await this.#write();
      } while (this.#isStale || this.#unwritten.size > 0 || this.#erasableNow().length > 0);
      this.#failures = 0;
      this.#error = undefined;
    } catch (error) {
      console.warn("The outbox could not be stored; it will be retried:", error);
      this.#error = error;
      // A failed write may still have reached the disk.
      this.#isStale = true;
      this.#failures += 1;
      const wait = Math.min(MAX_RETRY_MS, MIN_RETRY_MS * 2 ** (this.#failures - 1));
      this.#timer = setTimeout(() => void this.sync(), wait);
    }
    // In the same task as the last check for unwritten rows, or a change in between would be missed.
    this.#running = undefined;
    this.#publish();
  }

  /** Returns the numbers of removed rows whose replacement is on disk, or was removed without another one. */
  #erasableNow(): number[] {
    return [...this.#erasable].flatMap(([seq, key]) =>
      this.#unwritten.has(this.#lastSuccessor(key) ?? "") ? [] : [seq],
    );
  }

  /** Returns the key of the row that replaces a removed one, directly or by rows that were replaced in turn. */
  #lastSuccessor(key: string): string | undefined {
    const successor = this.#removed.get(key);
    return successor !== undefined && this.#removed.has(successor) ? this.#lastSuccessor(successor) : successor;
  }

  async #write(): Promise<void> {
    // Deletes first, because that frees space on a full disk.
    const erased = this.#erasableNow();
    if (erased.length > 0) await outboxStore.remove(erased);
    for (const seq of erased) this.#erasable.delete(seq);
    const rows = [...this.#rows.values()].filter(({ key }) => this.#unwritten.has(key));
    const photos = rows.filter((row) => isReceipt(row.change));
    const failures: unknown[] = [];
    // Each photo in a separate transaction, so that one that cannot be stored does not stop the others.
    for (const batch of [rows.filter((row) => !photos.includes(row)), ...photos.map((row) => [row])]) {
      if (batch.length === 0) continue;
      try {
        const seqs = await outboxStore.write(batch);
        batch.forEach((row, index) => this.#markWritten(row, seqs[index] as number));
        this.onWritten();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  #markWritten(row: QueuedChange, seq: number): void {
    const current = this.find(row.key);
    if (!current) this.#erasable.set(seq, row.key);
    else {
      if (current === row) this.#unwritten.delete(row.key);
      this.#rows.set(row.key, { ...current, seq });
    }
  }

  /**
   * Replaces the rows by those read from disk, in the order of their numbers, and keeps those that are not on disk yet.
   */
  #load(stored: readonly QueuedChange[]): void {
    const rows = new Map<string, QueuedChange>();
    for (const row of stored) {
      const seq = row.seq as number;
      // If a row was written twice, because a write that counted as failed succeeded later, the first one is kept.
      if (this.#removed.has(row.key) || rows.has(row.key)) this.#erasable.set(seq, row.key);
      else rows.set(row.key, { ...((this.#unwritten.has(row.key) && this.find(row.key)) || row), seq });
    }
    for (const key of this.#unwritten) {
      const row = this.find(key);
      if (row && row.seq === undefined && !rows.has(key)) rows.set(key, row);
      // Another tab has removed it.
      else if (!rows.has(key)) this.#unwritten.delete(key);
    }
    this.#rows = rows;
    this.#publish();
  }

  #publish(): void {
    const uids = auth.uids();
    const own = this.all().filter(({ uid }) => uid === null || uids.includes(uid));
    this.#pending = own.filter((row) => !isFailed(row));
    this.#failed = own.filter(isFailed);
    const unsaved =
      this.#failures > 0 ? own.filter(({ key, seq }) => seq === undefined && this.#unwritten.has(key)) : [];
    if (unsaved.length + this.#unsaved.size > 0) this.#unsaved = new Set(unsaved.map(({ key }) => key));
    this.#listeners.notify();
  }
}
