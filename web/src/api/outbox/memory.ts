import { auth } from "../../lib/auth/auth";
import { createListeners } from "../../lib/listeners";
import { isFailed, type QueuedChange } from "./rows";

const NOTHING: readonly QueuedChange[] = [];

/** The outbox in memory: the rows on disk, and newer ones that the disk does not have yet or cannot take. */
export class Memory {
  /** Every row of this browser, as it stands on disk and in memory. */
  #rows = NOTHING;
  #pending = NOTHING;
  #failed = NOTHING;
  /** Rows as the disk does not have them. They take the place of what it has. */
  #newer = new Map<string, QueuedChange>();
  /** Keys among them that the disk refused to take: they live as long as this page. */
  #unsaved: ReadonlySet<string> = new Set();
  /** Keys of rows that have ended. The disk may still have them: it was being read, or could not delete them. */
  #gone = new Set<string>();
  readonly #listeners = createListeners();

  readonly subscribe = this.#listeners.subscribe;
  /** Returns the user's changes that will be sent, oldest first. */
  readonly pending = (): readonly QueuedChange[] => this.#pending;
  /** Returns the user's changes that could not be sent. */
  readonly failed = (): readonly QueuedChange[] => this.#failed;
  /** Returns the keys of changes that only this page has, because the disk is full or forbidden. */
  readonly unsaved = (): ReadonlySet<string> => this.#unsaved;

  all(): readonly QueuedChange[] {
    return this.#rows;
  }

  find(key: string): QueuedChange | undefined {
    return this.#rows.find((row) => row.key === key);
  }

  /** Returns the rows that the disk never took. */
  onlyHere(): readonly QueuedChange[] {
    return [...this.#newer.values()].filter((row) => row.seq === undefined && this.#unsaved.has(row.key));
  }

  /** Adds a row, or replaces it by its newer state, which is not on disk yet. */
  put(row: QueuedChange): void {
    this.#newer.set(row.key, row);
    this.#publish(
      this.find(row.key) ? this.#rows.map((other) => (other.key === row.key ? row : other)) : [...this.#rows, row],
    );
  }

  /** Notes the place that a new row got on disk. The row may have changed since it was written. */
  placed(row: QueuedChange, seq: number): void {
    const later = this.#newer.get(row.key) ?? row;
    this.#publish(this.#rows.map((other) => (other.key === row.key ? { ...later, seq } : other)));
  }

  /** Notes that the newest state of a row is on disk. */
  written(key: string): void {
    this.#newer.delete(key);
  }

  /** Notes that the disk cannot take a row. */
  notSaved(key: string): void {
    this.#unsaved = new Set(this.#unsaved).add(key);
    this.#publish(this.#rows);
  }

  remove(key: string): void {
    this.#gone.add(key);
    this.#newer.delete(key);
    if (this.#unsaved.has(key)) this.#unsaved = new Set([...this.#unsaved].filter((other) => other !== key));
    this.#publish(this.#rows.filter((row) => row.key !== key));
  }

  /** Returns true for a row that this page has removed, even if the disk still has it. */
  hasEnded(key: string): boolean {
    return this.#gone.has(key);
  }

  /** Takes a row that has ended off the screen, before the disk has been read again. */
  hide(key: string): void {
    this.#publish(this.#rows.filter((row) => row.key !== key || isFailed(row)));
  }

  /** Takes over what was read from disk. */
  load(stored: readonly QueuedChange[]): void {
    const rows = stored.filter((row) => !this.#gone.has(row.key)).map((row) => this.newest(row));
    const known = new Set(rows.map((row) => row.key));
    this.#publish([...rows, ...[...this.#newer.values()].filter((row) => !known.has(row.key))]);
  }

  /** Returns the newest state of a row that was read from disk. */
  newest(row: QueuedChange): QueuedChange {
    const newer = this.#newer.get(row.key);
    return newer ? { ...newer, seq: row.seq as number } : row;
  }

  #publish(rows: readonly QueuedChange[]): void {
    this.#rows = rows;
    const own = rows.filter((row) => auth.owns(row.uid));
    this.#pending = own.filter((row) => !isFailed(row));
    this.#failed = own.filter(isFailed);
    this.#listeners.notify();
  }
}
