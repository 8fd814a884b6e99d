import { withLock } from "../../lib/locks";
import { isOnline } from "../../lib/online";
import { isOnce, subjects } from "./changes";
import { deliver, OVERTAKEN, refusal, type Delivery } from "./delivery";
import type { QueuedChange, RefusedError } from "./rows";

/** What a lane needs of the outbox. */
export interface Queue {
  /** The next waiting rows after a place, in order; `done` when there are none behind them. */
  after(seq: number): Promise<{ rows: readonly QueuedChange[]; last: number; done: boolean }>;
  /** Writes a row's new state. */
  keep(row: QueuedChange): Promise<void>;
  settle(row: QueuedChange, response: unknown): Promise<void>;
  setAside(row: QueuedChange, error: RefusedError): Promise<void>;
  /** Drops what somebody else's change has overtaken. */
  overtake(row: QueuedChange, error: RefusedError): Promise<void>;
  /** The row as it stands now: an answer to one before may have changed it since it was read. */
  latest(row: QueuedChange): QueuedChange;
  step(row: QueuedChange, step: string): void;
  /**
   * Whether somebody watches this change on the screen, and wants to hear of a failure rather than of a later success.
   */
  isWatched(key: string): boolean;
  now(): number;
}

const RETRY_FIRST = 1_000;
const RETRY_LAST = 30_000;
/** After so long a time the server is asked less often. */
const FREQUENT_RETRY_MS = 10 * 60_000;
const RETRY_SELDOM = 5 * 60_000;
/** A change that the server could not take for so long, and so often, is set aside. */
const DAY = 24 * 3_600_000;
const TRIES = 5;
/** So many different changes in a row that the server cannot take are its fault, not theirs. */
const SERVER_IS_ILL = 3;

const AWAY: Delivery = { type: "away" };

/**
 * Sends the changes of one kind in order, in whichever tab holds the lock. One that the server cannot take holds up
 * only what is about the same thing.
 */
export class Lane {
  #sending = false;
  #again = false;
  /** Passes in a row that reached nobody. */
  #unreached = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly name: string,
    private readonly queue: Queue,
    private readonly takes: (row: QueuedChange) => boolean,
  ) {}

  /** Begins sending, unless that is under way. */
  flush(): void {
    clearTimeout(this.#timer);
    if (this.#sending) {
      this.#again = true;
      return;
    }
    this.#sending = true;
    this.#again = false;
    void withLock(this.name, () => this.#pass())
      .catch((error: unknown) => {
        console.error("Sending changes failed:", error);
        return this.#away();
      })
      .then((wait) => {
        this.#sending = false;
        if (this.#again) this.flush();
        else if (wait !== undefined) this.#timer = setTimeout(() => this.flush(), wait);
      });
  }

  /** Goes once through what waits. Resolves with when to try again, in milliseconds, if something is left. */
  async #pass(): Promise<number | undefined> {
    const heldUp = new Set<string>();
    let wait: number | undefined;
    let failures = 0;
    const hold = (row: QueuedChange, until: number) => {
      for (const subject of subjects(row.change)) heldUp.add(subject);
      wait = Math.min(wait ?? until, until);
    };
    for (let seq = 0, done = false; !done;) {
      const page = await this.queue.after(seq);
      ({ last: seq, done } = page);
      for (const read of page.rows) {
        const row = this.queue.latest(read);
        if (!this.takes(row)) continue;
        const now = this.queue.now();
        const about = subjects(row.change);
        const isHeldUp =
          heldUp.has("*") || about.some((subject) => heldUp.has(subject)) || (about.includes("*") && heldUp.size > 0);
        if (isHeldUp) for (const subject of about) heldUp.add(subject);
        else if (row.notBefore !== undefined && row.notBefore > now) hold(row, row.notBefore - now);
        else {
          const delivery = isOnline()
            ? await deliver(await this.#marked(row, now), now, (step) => this.queue.step(row, step))
            : AWAY;
          if (delivery.type === "away") {
            this.queue.step(row, "waiting");
            return this.#away();
          }
          this.#unreached = 0;
          const later = await this.#conclude(row, delivery);
          if (later === undefined) failures = 0;
          else {
            hold(row, later);
            failures += 1;
            if (failures === SERVER_IS_ILL) return wait;
          }
        }
      }
    }
    return wait;
  }

  /** What must not be carried out twice says when it first went out. */
  async #marked(row: QueuedChange, now: number): Promise<QueuedChange> {
    if (!isOnce(row.change) || row.sentAt !== undefined) return row;
    const marked = { ...row, sentAt: now };
    await this.queue.keep(marked);
    return marked;
  }

  /** Undefined when the change is dealt with, else how long to leave it alone. */
  async #conclude(row: QueuedChange, delivery: Exclude<Delivery, { type: "away" }>): Promise<number | undefined> {
    if (delivery.type === "done") await this.queue.settle(row, delivery.response);
    else if (delivery.type === "refused" && delivery.error.code === OVERTAKEN)
      await this.queue.overtake(row, delivery.error);
    else if (delivery.type === "refused" || this.queue.isWatched(row.key)) {
      await this.queue.setAside(row, delivery.type === "refused" ? delivery.error : refusal(delivery.error));
    } else {
      const now = this.queue.now();
      const failedSince = row.failedSince ?? now;
      const tries = (row.tries ?? 0) + 1;
      if (now - failedSince >= DAY && tries > TRIES) {
        await this.queue.setAside(row, refusal(delivery.error));
        return undefined;
      }
      const quiet = (delivery.error.retryAfterSeconds ?? 0) * 1_000;
      const longest = now - failedSince < FREQUENT_RETRY_MS ? RETRY_LAST : RETRY_SELDOM;
      await this.queue.keep({ ...row, tries, failedSince, ...(quiet > 0 && { notBefore: now + quiet }) });
      return Math.max(quiet, Math.min(longest, RETRY_FIRST * 2 ** (tries - 1)));
    }
    return undefined;
  }

  #away(): number {
    this.#unreached += 1;
    return Math.min(RETRY_LAST, RETRY_FIRST * 2 ** (this.#unreached - 1));
  }
}
