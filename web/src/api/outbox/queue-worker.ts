import { withLock } from "../../lib/locks";
import { isOnline } from "../../lib/online";
import { isNotRepeatable, subjects } from "./changes";
import { deliver, CONFLICT, refusal, type Delivery } from "./delivery";
import type { QueuedChange, RefusedError } from "./rows";

/** The part of the outbox that a worker uses. */
export interface Queue {
  /** Returns the next waiting rows after `seq`, in order; `done` when there are no more. */
  rowsAfter(seq: number): Promise<{ rows: readonly QueuedChange[]; last: number; done: boolean }>;
  /** Writes a row's new state. */
  update(row: QueuedChange): Promise<void>;
  /** Removes a row that was carried out, and announces the response. */
  complete(row: QueuedChange, response: unknown): Promise<void>;
  /** Keeps a refused row for the user to decide about. */
  markFailed(row: QueuedChange, error: RefusedError): Promise<void>;
  /** Removes a row that conflicts with a later change of another device. */
  dropConflict(row: QueuedChange, error: RefusedError): Promise<void>;
  /** Returns the current state of a row: the answer to an earlier one may have changed it since it was read. */
  latest(row: QueuedChange): QueuedChange;
  step(row: QueuedChange, step: string): void;
  /** Returns true if a screen follows this change, which wants a failure reported instead of retried. */
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

const UNREACHABLE: Delivery = { type: "unreachable" };

/**
 * Sends the changes of one kind in order, in the tab that holds the lock. A change that the server cannot take blocks
 * only changes of the same objects.
 */
export class QueueWorker {
  #sending = false;
  /** The key of the change that is on its way. */
  #current: string | undefined;
  #again = false;
  /** The number of consecutive drains that reached no server. */
  #unreached = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly name: string,
    private readonly queue: Queue,
    private readonly accepts: (row: QueuedChange) => boolean,
  ) {}

  isSending(key: string): boolean {
    return this.#current === key;
  }

  /** Starts sending, unless it is in progress. */
  flush(): void {
    clearTimeout(this.#timer);
    if (this.#sending) {
      this.#again = true;
      return;
    }
    this.#sending = true;
    this.#again = false;
    void withLock(this.name, () => this.#drain())
      .catch((error: unknown) => {
        console.error("Sending changes failed:", error);
        return this.#backOff();
      })
      .then((wait) => {
        this.#sending = false;
        if (this.#again) this.flush();
        else if (wait !== undefined) this.#timer = setTimeout(() => this.flush(), wait);
      });
  }

  /** Sends the waiting rows once. Resolves with the time to the next try, in milliseconds, if rows are left. */
  async #drain(): Promise<number | undefined> {
    const blockedIds = new Set<string>();
    let wait: number | undefined;
    let failures = 0;
    const hold = (row: QueuedChange, until: number) => {
      for (const subject of subjects(row.change)) blockedIds.add(subject);
      wait = Math.min(wait ?? until, until);
    };
    for (let seq = 0, done = false; !done;) {
      const page = await this.queue.rowsAfter(seq);
      ({ last: seq, done } = page);
      for (const read of page.rows) {
        const row = this.queue.latest(read);
        if (!this.accepts(row)) continue;
        const now = this.queue.now();
        const about = subjects(row.change);
        const isBlocked =
          blockedIds.has("*") ||
          about.some((subject) => blockedIds.has(subject)) ||
          (about.includes("*") && blockedIds.size > 0);
        if (isBlocked) for (const subject of about) blockedIds.add(subject);
        else if (row.notBefore !== undefined && row.notBefore > now) hold(row, row.notBefore - now);
        else {
          const delivery = isOnline() ? await this.#deliver(row, now) : UNREACHABLE;
          if (delivery.type === "unreachable") {
            this.queue.step(row, "waiting");
            return this.#backOff();
          }
          this.#unreached = 0;
          const later = await this.#handle(row, delivery);
          if (later === undefined) failures = 0;
          else {
            hold(row, later);
            failures += 1;
            if (failures === MAX_CONSECUTIVE_FAILURES) return wait;
          }
        }
      }
    }
    return wait;
  }

  async #deliver(row: QueuedChange, now: number): Promise<Delivery> {
    this.#current = row.key;
    try {
      return await deliver(await this.#withFirstTry(row, now), now, (step) => this.queue.step(row, step));
    } finally {
      this.#current = undefined;
    }
  }

  /** Stores the time of the first try of a change that must not be carried out twice. */
  async #withFirstTry(row: QueuedChange, now: number): Promise<QueuedChange> {
    if (!isNotRepeatable(row.change) || row.sentAt !== undefined) return row;
    const marked = { ...row, sentAt: now };
    await this.queue.update(marked);
    return marked;
  }

  /** Returns the delay before the next try, or undefined if there is none. */
  async #handle(row: QueuedChange, delivery: Exclude<Delivery, { type: "unreachable" }>): Promise<number | undefined> {
    if (delivery.type === "done") await this.queue.complete(row, delivery.response);
    else if (delivery.type === "refused" && delivery.error.code === CONFLICT)
      await this.queue.dropConflict(row, delivery.error);
    else if (delivery.type === "refused" || this.queue.isWatched(row.key)) {
      await this.queue.markFailed(row, delivery.type === "refused" ? delivery.error : refusal(delivery.error));
    } else {
      const now = this.queue.now();
      const failedSince = row.failedSince ?? now;
      const tries = (row.tries ?? 0) + 1;
      if (now - failedSince >= GIVE_UP_AFTER_MS && tries > GIVE_UP_AFTER_TRIES) {
        await this.queue.markFailed(row, refusal(delivery.error));
        return undefined;
      }
      const quiet = (delivery.error.retryAfterSeconds ?? 0) * 1_000;
      const longest = now - failedSince < FREQUENT_RETRY_MS ? MAX_RETRY_MS : RARE_RETRY_MS;
      await this.queue.update({ ...row, tries, failedSince, ...(quiet > 0 && { notBefore: now + quiet }) });
      return Math.max(quiet, Math.min(longest, MIN_RETRY_MS * 2 ** (tries - 1)));
    }
    return undefined;
  }

  #backOff(): number {
    this.#unreached += 1;
    return Math.min(MAX_RETRY_MS, MIN_RETRY_MS * 2 ** (this.#unreached - 1));
  }
}
