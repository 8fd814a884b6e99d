import { withLock } from "../../lib/browser/locks";
import { isOnline } from "../../lib/browser/online";
import { ApiError, request } from "../client";
import { subjects } from "./changes";
import { deliver, CONFLICT, type Delivery } from "./delivery";
import type { QueuedChange, RefusedError } from "./rows";

/** The part of the outbox that a worker uses. */
export interface Queue {
  /** Returns the waiting rows, oldest first. */
  pending(): readonly QueuedChange[];
  /** Reads what other tabs have written. */
  refresh(): Promise<void>;
  /** Resolves when all rows are on disk, or at once while it fails. */
  settled(): Promise<void>;
  /** Changes a row that is still there. Resolves when it is on disk, or could not be written. */
  update(key: string, state: Partial<QueuedChange>): Promise<void>;
  /** Removes a row that was carried out, and announces the response. */
  complete(row: QueuedChange, response: unknown): void;
  /** Keeps a refused row for the user to decide about. */
  markFailed(row: QueuedChange, error: RefusedError): void;
  /** Removes a row that conflicts with a later change of another device. */
  dropConflict(row: QueuedChange, error: RefusedError): void;
  step(row: QueuedChange, step: string): void;
  /** Returns true if a screen follows this change, and shows a failure instead of a retry. */
  isWatched(key: string): boolean;
  now(): number;
}

const MIN_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;
/** After this time retries become rare. */
const FREQUENT_RETRY_MS = 10 * 60_000;
const RARE_RETRY_MS = 5 * 60_000;
/** A change fails after this time and this number of tries without a usable answer. */
const GIVE_UP_AFTER_MS = 24 * 3_600_000;
const GIVE_UP_AFTER_TRIES = 5;
/** After this number of different failing changes in a row the server is the problem, not the changes. */
const MAX_CONSECUTIVE_FAILURES = 3;

/** After this number of attempts in a row without an answer, the worker checks whether the server answers anything. */
const SETBACKS_BEFORE_CHECK = 2;

const isServerReachable = () =>
  request("/api/health", { authentication: "none" }).then(
    () => true,
    (error: unknown) => error instanceof ApiError && !error.isTemporary,
  );

const backOff = (tries: number, max = MAX_RETRY_MS) => Math.min(max, MIN_RETRY_MS * 2 ** (tries - 1));

/**
 * Sends the changes of one kind, in the tab that holds the lock. Changes of the same objects keep their order. A failed
 * one waits, each time longer, and is sent after those with fewer attempts; it blocks no other.
 */
export class QueueWorker {
  #sending = false;
  /** The key of the change that is on its way. */
  #current: string | undefined;
  #again = false;
  /** The number of failures of each change, by key. */
  readonly #tries = new Map<string, number>();
  /** Changes that are not tried before their timer ends, by key. */
  readonly #resting = new Map<string, ReturnType<typeof setTimeout>>();
  /** The number of consecutive attempts that the server did not accept. */
  #setbacks = 0;
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly name: string,
    private readonly queue: Queue,
    private readonly accepts: (row: QueuedChange) => boolean,
  ) {}

  isSending(key: string): boolean {
    return this.#current === key;
  }

  /** Tries everything now, without waiting times. */
  flush(): void {
    for (const timer of this.#resting.values()) clearTimeout(timer);
    this.#resting.clear();
    this.send();
  }

  /** Starts sending, unless it is in progress. */
  send(): void {
    clearTimeout(this.#pause);
    this.#pause = undefined;
    this.#again = this.#sending;
    if (this.#sending) return;
    this.#sending = true;
    void withLock(this.name, () => this.#drain())
      .catch((error: unknown) => {
        console.error("Sending changes failed:", error);
        return false;
      })
      .then((isDrained) => {
        this.#sending = false;
        if (this.#again) this.send();
        else if (!isDrained) this.#pause = setTimeout(() => this.send(), backOff((this.#setbacks += 1)));
      });
  }

  /** Sends waiting changes. Resolves with false if the server accepts nothing at present. */
  async #drain(): Promise<boolean> {
    if (isOnline()) await this.queue.refresh();
    let failures = 0;
    try {
      for (let row = this.#next(); row; row = this.#next()) {
        const delivery = await this.#deliver(row);
        if (delivery.type === "unreachable") {
          for (const waiting of this.queue.pending()) if (this.accepts(waiting)) this.queue.step(waiting, "waiting");
          return false;
        }
        failures = this.#handle(row, delivery) ? 0 : failures + 1;
        if (failures === MAX_CONSECUTIVE_FAILURES) return false;
        if (failures === 0) this.#setbacks = 0;
      }
      return true;
    } finally {
      // The next tab that gets the lock reads the disk.
      await this.queue.settled();
    }
  }

  /** Returns the row to send next: of those that no earlier one holds back, the one that was tried least. */
  #next(): QueuedChange | undefined {
    const earlier = new Set<string>();
    let next: QueuedChange | undefined;
    for (const row of this.queue.pending()) {
      if (!this.accepts(row)) continue;
      const about = subjects(row.change);
      const isHeldBack = about.some((subject) => earlier.has(subject));
      for (const subject of about) earlier.add(subject);
      if (isHeldBack || this.#resting.has(row.key)) continue;
      const quiet = (row.notBefore ?? 0) - this.queue.now();
      if (quiet > 0) this.#rest(row, quiet);
      else if (!next || this.#triesOf(row) < this.#triesOf(next)) next = row;
    }
    return next;
  }

  #triesOf(row: QueuedChange): number {
    return this.#tries.get(row.key) ?? 0;
  }

  #rest({ key }: QueuedChange, wait: number): void {
    const wake = () => {
      this.#resting.delete(key);
      // During a pause, its end is the next time.
      if (this.#pause === undefined) this.send();
    };
    this.#resting.set(key, setTimeout(wake, wait));
  }

  async #deliver(row: QueuedChange): Promise<Delivery> {
    if (!isOnline()) return { type: "unreachable", isUnanswered: false };
    this.#current = row.key;
    try {
      const delivery = await deliver(row, {
        now: this.queue.now(),
        step: (step) => this.queue.step(row, step),
        uploaded: (uploads) => this.queue.update(row.key, { uploads }),
      });
      // A server that answers others makes the lack of an answer this change's own fault.
      const isOwnFault =
        delivery.type === "unreachable" &&
        delivery.isUnanswered &&
        this.#setbacks >= SETBACKS_BEFORE_CHECK &&
        (await isServerReachable());
      return isOwnFault ? { type: "busy", error: { status: 0 } } : delivery;
    } finally {
      this.#current = undefined;
    }
  }

  /** Returns false if the change is to be tried again. */
  #handle(row: QueuedChange, delivery: Exclude<Delivery, { type: "unreachable" }>): boolean {
    if (delivery.type === "done") this.queue.complete(row, delivery.response);
    else if (delivery.type === "refused" && delivery.error.code === CONFLICT)
      this.queue.dropConflict(row, delivery.error);
    else {
      const now = this.queue.now();
      const failedSince = row.failedSince ?? now;
      const tries = (row.tries ?? 0) + 1;
      const isGivenUp = now - failedSince >= GIVE_UP_AFTER_MS && tries > GIVE_UP_AFTER_TRIES;
      if (delivery.type === "busy" && !isGivenUp && !this.queue.isWatched(row.key)) {
        const quiet = (delivery.retryAfterSeconds ?? 0) * 1_000;
        void this.queue.update(row.key, { tries, failedSince, ...(quiet > 0 && { notBefore: now + quiet }) });
        const max = now - failedSince < FREQUENT_RETRY_MS ? MAX_RETRY_MS : RARE_RETRY_MS;
        this.#tries.set(row.key, this.#triesOf(row) + 1);
        this.#rest(row, Math.max(quiet, backOff(tries, max)));
        return false;
      }
      this.queue.markFailed(row, delivery.error);
    }
    this.#tries.delete(row.key);
    return true;
  }
}
