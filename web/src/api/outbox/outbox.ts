import { auth } from "../../lib/auth/auth";
import { newId } from "../../lib/ids";
import { withLock } from "../../lib/locks";
import { isOnline } from "../../lib/online";
import { ApiError, NetworkError, NoTokenError, request } from "../client";
import { requestFor, type Change, type QueuedChange } from "./changes";
import { outboxStore } from "./store";

/**
 * The outbox: a change is applied on screen at once, written to disk, and sent in order by whichever tab holds the lock. A change leaves the disk only after the
 * server's answer, and is sent again under the same Idempotency-Key if the answer was lost, so each is carried out exactly once.
 */
export type Settled =
  | { readonly type: "done"; readonly queued: QueuedChange; readonly response: unknown }
  | { readonly type: "refused"; readonly queued: QueuedChange; readonly error: RefusedError };

/** What is left of an ApiError after its journey between tabs. */
export interface RefusedError {
  readonly status: number;
  readonly code?: string | undefined;
  readonly sentence?: string | undefined;
  readonly field?: string | undefined;
}

/** `wake` comes from the service worker, which stores changes and cannot send them. */
type Note = { type: "added" } | { type: "wake" } | { type: "cleared" } | Settled;

const RETRY_FIRST = 1_000;
const RETRY_LAST = 30_000;

class Outbox {
  #pending: readonly QueuedChange[] = [];
  /** Changes the disk has not confirmed: shown, and sent once they are stored (or known not to be). */
  #unsaved: QueuedChange[] = [];
  /** Keys among them that the disk refused to take; these are sent from memory. */
  #memoryOnly = new Set<string>();
  #listeners = new Set<() => void>();
  #settledListeners = new Set<(settled: Settled) => void>();
  #waiters = new Map<string, { resolve: (response: unknown) => void; reject: (error: Error) => void }>();
  #channel: BroadcastChannel | undefined;
  #sending = false;
  #again = false;
  #attempt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly pending = (): readonly QueuedChange[] => this.#pending;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Called in every tab for every change that was carried out or refused, before it leaves `pending`. */
  onSettled(listener: (settled: Settled) => void): () => void {
    this.#settledListeners.add(listener);
    return () => this.#settledListeners.delete(listener);
  }

  /** Reads what an earlier visit left behind and begins sending. */
  async start(): Promise<void> {
    if (typeof BroadcastChannel !== "undefined") {
      this.#channel = new BroadcastChannel("larder.outbox");
      this.#channel.onmessage = (event: MessageEvent<Note>) => {
        if (event.data.type === "done" || event.data.type === "refused") this.#settle(event.data);
        if (event.data.type === "wake") this.flush();
        void this.#reload();
      };
    }
    window.addEventListener("online", () => this.flush());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.flush();
    });
    auth.subscribe(() => {
      if (auth.state().status === "signed-in") this.flush();
    });
    await this.#reload();
    this.flush();
  }

  /**
   * Applies a change now and sends it as soon as possible. Resolves with the server's answer (which may be days away); rejects with an ApiError-like
   * error if the server refuses. A caller that does not care may ignore the promise: refusals are announced to the whole app as well.
   */
  submit<T = unknown>(change: Change): Promise<T> {
    const queued: QueuedChange = { key: newId(), uid: auth.state().uid, at: new Date().toISOString(), change };
    const answer = new Promise<unknown>((resolve, reject) => this.#waiters.set(queued.key, { resolve, reject }));
    // A refusal that nobody waits for is still announced through onSettled, so it is not an unhandled rejection.
    answer.catch(() => undefined);
    this.#unsaved.push(queued);
    this.#publish([...this.#pending, queued]);
    void this.#save(queued);
    return answer as Promise<T>;
  }

  /** Begins sending, unless that is under way. */
  flush(): void {
    clearTimeout(this.#timer);
    if (this.#sending) {
      this.#again = true;
      return;
    }
    this.#sending = true;
    this.#again = false;
    void withLock("outbox", () => this.#drain())
      .catch((error: unknown) => {
        console.error("Sending changes failed:", error);
        this.#retryLater();
      })
      .finally(() => {
        this.#sending = false;
        if (this.#again) this.flush();
      });
  }

  /** Forgets everything that waits; for "Sign Out & Reset" and "Clear All Data". */
  async clear(): Promise<void> {
    await withLock("outbox", () => outboxStore.clear());
    this.#unsaved = [];
    this.#publish([]);
    this.#channel?.postMessage({ type: "cleared" } satisfies Note);
  }

  /** Hands the changes of an account that is gone to the one that replaced it: they are still this person's. */
  async adopt(before: string | null, after: string): Promise<void> {
    await withLock("outbox", async () => {
      for (const row of await outboxStore.all()) {
        if (row.uid === before || row.uid === null) await outboxStore.replace({ ...row, uid: after });
      }
    });
    this.#unsaved = this.#unsaved.map((row) => ({ ...row, uid: after }));
    await this.#reload();
    this.flush();
  }

  async #save(queued: QueuedChange): Promise<void> {
    try {
      await outboxStore.add(queued);
      this.#unsaved = this.#unsaved.filter((other) => other.key !== queued.key);
      this.#channel?.postMessage({ type: "added" } satisfies Note);
      await this.#reload();
    } catch (error) {
      // A full or forbidden disk: the change lives in memory until it is sent.
      console.warn("A change could not be stored and is kept in memory:", error);
      this.#memoryOnly.add(queued.key);
    }
    this.flush();
  }

  async #reload(): Promise<void> {
    try {
      const stored = await outboxStore.all();
      const known = new Set(stored.map((row) => row.key));
      this.#publish([...stored, ...this.#unsaved.filter((row) => !known.has(row.key))]);
    } catch (error) {
      console.warn("The waiting changes cannot be read:", error);
    }
  }

  #publish(pending: readonly QueuedChange[]): void {
    this.#pending = pending;
    for (const listener of this.#listeners) listener();
  }

  async #next(): Promise<QueuedChange | undefined> {
    try {
      const stored = await outboxStore.first();
      if (stored) return stored;
    } catch {
      // Only memory is left.
    }
    return this.#unsaved.find((row) => this.#memoryOnly.has(row.key));
  }

  async #drain(): Promise<void> {
    for (let next = await this.#next(); next !== undefined; next = await this.#next()) {
      if (!isOnline()) return;
      const settled = await this.#send(next);
      if (settled === undefined) return this.#retryLater();
      this.#attempt = 0;
      await this.#forget(next);
      this.#settle(settled);
      this.#channel?.postMessage(settled satisfies Note);
    }
  }

  /** Undefined means: not now. */
  async #send(queued: QueuedChange): Promise<Settled | undefined> {
    const uid = auth.state().uid;
    if (uid === null) return undefined;
    if (queued.uid !== null && queued.uid !== uid) {
      return { type: "refused", queued, error: { status: 401 } };
    }
    const { path, options } = requestFor(queued.change);
    try {
      const response = await request<unknown>(path, { ...options, idempotencyKey: queued.key });
      return { type: "done", queued, response };
    } catch (error) {
      if (error instanceof ApiError && isAlreadySo(queued.change, error)) return { type: "done", queued, response: null };
      if (error instanceof ApiError && !error.isTemporary && error.status !== 401) {
        const { status, code, sentence, field } = error;
        return { type: "refused", queued, error: { status, code, sentence, field } };
      }
      if (error instanceof ApiError || error instanceof NetworkError || error instanceof NoTokenError) return undefined;
      throw error;
    }
  }

  #retryLater(): void {
    const wait = Math.min(RETRY_LAST, RETRY_FIRST * 2 ** this.#attempt);
    this.#attempt += 1;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), wait);
  }

  async #forget(queued: QueuedChange): Promise<void> {
    this.#unsaved = this.#unsaved.filter((row) => row.key !== queued.key);
    this.#memoryOnly.delete(queued.key);
    if (queued.seq !== undefined) await outboxStore.remove(queued.seq);
  }

  #settle(settled: Settled): void {
    for (const listener of this.#settledListeners) listener(settled);
    this.#publish(this.#pending.filter((row) => row.key !== settled.queued.key));
    const waiter = this.#waiters.get(settled.queued.key);
    if (!waiter) return;
    this.#waiters.delete(settled.queued.key);
    if (settled.type === "done") waiter.resolve(settled.response);
    else waiter.reject(new RefusedChange(settled.error));
  }
}

/** What is refused because it is so already is what was asked for: two tabs, or a reminder and a tap, may say the same. */
function isAlreadySo({ kind }: Change, { code }: ApiError): boolean {
  return (kind === "item.restore" && code === "item_already_active") || (kind === "item.outcome" && code === "item_not_active");
}

/** The server's no to a change, as the submitter sees it. */
export class RefusedChange extends Error {
  override readonly name = "RefusedChange";
  constructor(readonly reason: RefusedError) {
    super(reason.sentence ?? `${reason.status}`);
  }
}

export const outbox = new Outbox();
