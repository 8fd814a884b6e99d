import { auth } from "../../lib/auth/auth";
import { createListeners } from "../../lib/state/listeners";
import { isReceipt } from "./changes";
import { disk } from "./disk";
import { isFailed, type QueuedChange } from "./rows";

const NOTHING: readonly QueuedChange[] = [];
const MIN_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;

/**
 * The rows of the outbox in memory, and their way to the disk. The page shows and sends the rows in memory. One loop
 * writes those that are not on disk yet, and retries while the disk fails.
 */
export class Journal {
  /** Every row of this browser, oldest first. */
  #rows = new Map<string, QueuedChange>();
  #pending = NOTHING;
  #failed = NOTHING;
  /** Keys of rows whose state the disk does not have. */
  #unwritten = new Set<string>();
  /** Keys that the disk refused to take: they live as long as this page. */
  #unsaved: ReadonlySet<string> = new Set();
  /** Keys of rows that have ended, and of those that take their place. */
  readonly #ended = new Map<string, string | undefined>();
  /** Numbers of rows that the disk still has although they have ended, with their keys. */
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
  /** Returns the keys of changes that only this page has, because the disk does not take them. */
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

  /** Removes a row that has ended. If another takes its place, the disk keeps it until it has that one. */
  remove(key: string, successor?: string): Promise<void> {
    const seq = this.find(key)?.seq;
    if (seq !== undefined) this.#erasable.set(seq, key);
    this.#ended.set(key, successor);
    this.#rows.delete(key);
    this.#unwritten.delete(key);
    this.#publish();
    return this.sync();
  }

  /** Reads the disk again. Resolves when that is done, or at once while the disk fails: it is then read later. */
  reload(): Promise<void> {
    this.#isStale = true;
    return this.#failures > 0 ? Promise.resolve() : this.sync();
  }

  /** Resolves when all rows are on disk, or at once while it fails. */
  settled(): Promise<void> {
    return this.#failures > 0 ? Promise.resolve() : this.sync();
  }

  /** Resolves once every row is on disk or has ended, however long that takes. */
  stored(): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (this.#unwritten.size > 0) return;
        unsubscribe();
        resolve();
      };
      const unsubscribe = this.subscribe(look);
      look();
    });
  }

  /** Writes the rows that are not on disk. Many changes at once cost one transaction. */
  sync(): Promise<void> {
    this.#running ??= this.#run();
    return this.#running;
  }

  async #run(): Promise<void> {
    clearTimeout(this.#timer);
    // All changes of this turn are written together.
    await Promise.resolve();
    try {
      do {
        if (this.#isStale) {
          this.#isStale = false;
          this.#load(await disk.all());
        }
        await this.#write();
      } while (this.#isStale || this.#unwritten.size > 0 || this.#erasableNow().length > 0);
      this.#failures = 0;
      this.#error = undefined;
    } catch (error) {
      console.warn("The outbox could not be stored; it is tried again:", error);
      this.#error = error;
      // A write that failed may have reached the disk nevertheless.
      this.#isStale = true;
      this.#failures += 1;
      const wait = Math.min(MAX_RETRY_MS, MIN_RETRY_MS * 2 ** (this.#failures - 1));
      this.#timer = setTimeout(() => void this.sync(), wait);
    }
    // In the same turn as the last check for remaining changes, or a change in between would be missed.
    this.#running = undefined;
    this.#publish();
  }

  #erasableNow(): number[] {
    return [...this.#erasable].flatMap(([seq, key]) => (this.#unwritten.has(this.#ended.get(key) ?? "") ? [] : [seq]));
  }

  async #write(): Promise<void> {
    // First of all, because it makes room.
    const erased = this.#erasableNow();
    if (erased.length > 0) await disk.remove(erased);
    for (const seq of erased) this.#erasable.delete(seq);
    const rows = [...this.#rows.values()].filter(({ key }) => this.#unwritten.has(key));
    const photos = rows.filter((row) => isReceipt(row.change));
    const failures: unknown[] = [];
    // A photo that is too large for the disk, or can no longer be read, blocks no other change.
    for (const batch of [rows.filter((row) => !photos.includes(row)), ...photos.map((row) => [row])]) {
      if (batch.length === 0) continue;
      try {
        const seqs = await disk.write(batch);
        batch.forEach((row, n) => this.#written(row, seqs[n] as number));
        this.onWritten();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  #written(row: QueuedChange, seq: number): void {
    const now = this.find(row.key);
    if (!now) this.#erasable.set(seq, row.key);
    else {
      if (now === row) this.#unwritten.delete(row.key);
      this.#rows.set(row.key, { ...now, seq });
    }
  }

  /** Merges the rows read from disk, and keeps those that it does not have yet. */
  #load(stored: readonly QueuedChange[]): void {
    const rows = new Map<string, QueuedChange>();
    for (const row of stored) {
      const seq = row.seq as number;
      // If a row was written twice, because the first write finished late, the first one stays.
      if (this.#ended.has(row.key) || rows.has(row.key)) this.#erasable.set(seq, row.key);
      else rows.set(row.key, { ...((this.#unwritten.has(row.key) && this.find(row.key)) || row), seq });
    }
    for (const key of this.#unwritten) {
      const row = this.find(key);
      if (row && row.seq === undefined && !rows.has(key)) rows.set(key, row);
      // Another tab has removed it.
      else if (!rows.has(key)) this.#unwritten.delete(key);
    }
    this.#rows = new Map([...rows].sort(([, a], [, b]) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)));
    this.#publish();
  }

  #publish(): void {
    const names = auth.names();
    const own = this.all().filter(({ uid }) => uid === null || names.includes(uid));
    this.#pending = own.filter((row) => !isFailed(row));
    this.#failed = own.filter(isFailed);
    const unsaved =
      this.#failures > 0 ? own.filter(({ key, seq }) => seq === undefined && this.#unwritten.has(key)) : [];
    if (unsaved.length + this.#unsaved.size > 0) this.#unsaved = new Set(unsaved.map(({ key }) => key));
    this.#listeners.notify();
  }
}
