import { withLock } from "../../lib/browser/locks";
import { isOnline } from "../../lib/browser/online";
import { ApiError, MAX_RETRY_AFTER_SECONDS, request } from "../client";
import { deliver, CONFLICT, RESTRICTED, type Delivery } from "./delivery";
import { kindOf } from "./kinds";
import type { QueuedChange, RefusedError } from "./rows";

/** The part of the outbox that a worker uses. */
export interface Queue {
  /** Returns the waiting rows, oldest first. */
  pending(): readonly QueuedChange[];
  /** Reads the rows that other tabs have written. */
  refresh(): Promise<void>;
  /** Resolves when all rows are on disk, or at once while the disk fails. */
  written(): Promise<void>;
  /** Updates a row, if it still exists. Resolves when it is on disk, or could not be written. */
  update(key: string, state: Partial<QueuedChange>): Promise<void>;
  /** Removes a row that was carried out, and announces the response. */
  complete(row: QueuedChange, response: unknown): void;
  /** Keeps a refused row for the user to decide about. */
  markFailed(row: QueuedChange, error: RefusedError): void;
  /** Removes a refused row that needs no decision of the user. */
  drop(row: QueuedChange, error: RefusedError): void;
  /** Calls the screen that follows a change, if any, when a step of its delivery begins. */
  step(row: QueuedChange, step: string): void;
  /** Returns true if a screen follows this change, and shows a failure instead of a retry. */
  isFollowed(key: string): boolean;
  now(): number;
}

const MIN_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;
/** The maximum after `FREQUENT_RETRY_MS` of failures. */
const MAX_RARE_RETRY_MS = 5 * 60_000;
const FREQUENT_RETRY_MS = 10 * 60_000;
/** A change fails once it was tried for this time and more often than this number. */
const GIVE_UP_AFTER_MS = 24 * 3_600_000;
const GIVE_UP_AFTER_TRIES = 5;
/** After this number of consecutive changes that fail, the worker pauses: the server seems to be broken. */
const MAX_CONSECUTIVE_FAILURES = 3;
/** After this number of consecutive pauses the worker checks if the server is reachable. */
const PAUSES_BEFORE_CHECK = 2;

const isServerReachable = () =>
  request("/api/health", { authentication: "none" }).then(
    () => true,
    (error: unknown) => error instanceof ApiError && !error.isTemporary,
  );

/**
 * Returns true for a refused change that needs no decision of the user: another device's is newer, or it answers a
 * reminder (without an account) on a device that may only look and tick.
 */
const isDropped = ({ uid }: QueuedChange, { code }: RefusedError) =>
  code === CONFLICT || (code === RESTRICTED && uid === null);

const backOff = (tries: number, max = MAX_RETRY_MS) => Math.min(max, MIN_RETRY_MS * 2 ** (tries - 1));

/**
 * Sends the changes that it accepts, in the tab that holds the lock. Changes of the same row keep their order. One that
 * fails is retried after increasing times, and after changes with fewer failures; it blocks only later ones of its row.
 */
export class QueueWorker {
  #isRunning = false;
  /** The key of the change that is being sent. */
  #current: string | undefined;
  /** True if `send` was called during the current run. */
  #sendAgain = false;
  /** The number of failures of each change in this page load, by key. */
  readonly #tries = new Map<string, number>();
  /** The timers of changes that wait for their retry, by key. */
  readonly #retryTimers = new Map<string, ReturnType<typeof setTimeout>>();
  /** The number of consecutive pauses because the server accepted nothing. */
  #pauses = 0;
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly name: string,
    private readonly queue: Queue,
    private readonly accepts: (row: QueuedChange) => boolean,
  ) {}

  isSending(key: string): boolean {
    return this.#current === key;
  }

  /** Sends everything now, also changes that wait for their retry. */
  flush(): void {
    for (const timer of this.#retryTimers.values()) clearTimeout(timer);
    this.#retryTimers.clear();
    this.send();
  }

  /** Starts sending, or sends again after the current run. */
  send(): void {
    clearTimeout(this.#pause);
    this.#pause = undefined;
    this.#sendAgain = this.#isRunning;
    if (this.#isRunning) return;
    this.#isRunning = true;
    void withLock(this.name, () => this.#drain())
      .catch((error: unknown) => {
        console.error("Sending changes failed:", error);
        return false;
      })
      .then((isDrained) => {
        this.#isRunning = false;
        if (this.#sendAgain) this.send();
        else if (!isDrained) this.#pause = setTimeout(() => this.send(), backOff((this.#pauses += 1)));
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
        if (failures === 0) this.#pauses = 0;
      }
      return true;
    } finally {
      // The next tab with the lock reads the disk.
      await this.queue.written();
    }
  }

  /** Returns the row to send next: the one with the fewest failures, after earlier rows with the same ids. */
  #next(): QueuedChange | undefined {
    const earlierIds = new Set<string>();
    let next: QueuedChange | undefined;
    for (const row of this.queue.pending()) {
      if (!this.accepts(row)) continue;
      const ids = kindOf(row.change).ids(row.change);
      const isBlocked = ids.some((id) => earlierIds.has(id));
      for (const id of ids) earlierIds.add(id);
      if (isBlocked || this.#retryTimers.has(row.key)) continue;
      const delay = (row.notBefore ?? 0) - this.queue.now();
      // A longer one means that the clock was set back.
      if (delay > 0 && delay <= MAX_RETRY_AFTER_SECONDS * 1_000) this.#retryAfter(row, delay);
      else if (!next || this.#triesOf(row) < this.#triesOf(next)) next = row;
    }
    return next;
  }

  #triesOf(row: QueuedChange): number {
    return this.#tries.get(row.key) ?? 0;
  }

  #retryAfter({ key }: QueuedChange, delay: number): void {
    const retry = () => {
      this.#retryTimers.delete(key);
      // The end of a pause sends everything.
      if (this.#pause === undefined) this.send();
    };
    this.#retryTimers.set(key, setTimeout(retry, delay));
  }

  async #deliver(row: QueuedChange): Promise<Delivery> {
    if (!isOnline()) return { type: "unreachable", hasNoResponse: false };
    this.#current = row.key;
    try {
      const delivery = await deliver(row, {
        now: this.queue.now(),
        step: (step) => this.queue.step(row, step),
        uploaded: (uploads) => this.queue.update(row.key, { uploads }),
      });
      // If the server answers other requests, only this change fails.
      const failsAlone =
        delivery.type === "unreachable" &&
        delivery.hasNoResponse &&
        this.#pauses >= PAUSES_BEFORE_CHECK &&
        (await isServerReachable());
      return failsAlone ? { type: "busy", error: { status: 0 } } : delivery;
    } finally {
      this.#current = undefined;
    }
  }

  /** Ends a change by the result of its delivery, or schedules its retry. Returns false for a retry. */
  #handle(row: QueuedChange, delivery: Exclude<Delivery, { type: "unreachable" }>): boolean {
    if (delivery.type === "done") this.queue.complete(row, delivery.response);
    else if (delivery.type === "refused" && isDropped(row, delivery.error)) this.queue.drop(row, delivery.error);
    else {
      const now = this.queue.now();
      const failedSince = row.failedSince ?? now;
      const tries = (row.tries ?? 0) + 1;
      const isGivenUp = now - failedSince >= GIVE_UP_AFTER_MS && tries > GIVE_UP_AFTER_TRIES;
      if (delivery.type === "busy" && !isGivenUp && !this.queue.isFollowed(row.key)) {
        const requested = (delivery.retryAfterSeconds ?? 0) * 1_000;
        void this.queue.update(row.key, { tries, failedSince, ...(requested > 0 && { notBefore: now + requested }) });
        const max = now - failedSince < FREQUENT_RETRY_MS ? MAX_RETRY_MS : MAX_RARE_RETRY_MS;
        this.#tries.set(row.key, this.#triesOf(row) + 1);
        this.#retryAfter(row, Math.max(requested, backOff(tries, max)));
        return false;
      }
      this.queue.markFailed(row, delivery.error);
    }
    this.#tries.delete(row.key);
    return true;
  }
}
