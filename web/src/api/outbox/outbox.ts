import { auth } from "../../lib/auth/auth";
import { newId } from "../../lib/state/ids";
import { createListeners } from "../../lib/state/listeners";
import { isReceipt, type Change } from "./changes";
import { disk } from "./disk";
import { Journal } from "./journal";
import { QueueWorker, type Queue } from "./queue-worker";
import { isFailed, newRow, type QueuedChange, type RefusedError } from "./rows";
import type { Settled } from "./state";
import { connectTabs } from "./tabs";

export type { Settled } from "./state";

/** The progress of a followed change: its steps, then its result. */
export type Progress = Settled | { readonly type: "step"; readonly step: string };

/**
 * The outbox: a change is applied on screen at once, written to disk, and sent in order. It leaves the disk only after
 * the server's answer, and is sent again under the same Idempotency-Key if the answer was lost, so each is carried out
 * exactly once. What cannot be sent waits as failed for the user to decide about; nothing but their word drops it.
 *
 * Its parts: what is on screen and its way to the disk (`journal.ts`, `disk.ts`), the other tabs (`tabs.ts`), and two
 * workers that send (`queue-worker.ts`). The states of a change are in `state.ts`.
 */
class Outbox implements Queue {
  readonly #journal = new Journal(() => this.#tell?.({ type: "changed" }));
  #tell: ReturnType<typeof connectTabs>;
  readonly #settled = createListeners<[settled: Settled, here: boolean]>();
  #waiters = new Map<string, { resolve: (response: unknown) => void; reject: (error: Error) => void }>();
  #followers = new Map<string, (progress: Progress) => void>();
  #changes = new QueueWorker("outbox", this, ({ change }) => !isReceipt(change));
  /** Reading takes many seconds, and must not delay other changes. */
  #receipts = new QueueWorker("photos", this, ({ change }) => isReceipt(change));

  readonly pending = this.#journal.pending;
  readonly failed = this.#journal.failed;
  readonly unsaved = this.#journal.unsaved;
  readonly subscribe = this.#journal.subscribe;
  /**
   * Called in every tab for every change that was carried out or refused, before it leaves `pending`; `here` in the one
   * that sent it.
   */
  readonly onSettled = this.#settled.subscribe;

  /** Returns true while this tab sends a change. Its other states are in its row (`stateOf`). */
  isSending(key: string): boolean {
    return this.#changes.isSending(key) || this.#receipts.isSending(key);
  }

  /**
   * Follows one change for the screen. The listener shows its result, also a failure, which is then not announced
   * elsewhere.
   */
  follow(key: string, listener: (progress: Progress) => void): () => void {
    this.#followers.set(key, listener);
    return () => {
      if (this.#followers.get(key) === listener) this.#followers.delete(key);
    };
  }

  isWatched(key: string): boolean {
    return this.#followers.has(key);
  }

  /** Returns true if changes are unsaved because the disk is full. */
  isDiskFull(): boolean {
    return this.#journal.isFull();
  }

  /** Resolves once every change is on disk or has ended. */
  stored(): Promise<void> {
    return this.#journal.stored();
  }

  /** Reads the rows of an earlier visit and begins sending. */
  async start(): Promise<void> {
    this.#tell = connectTabs((note) => {
      if (note.type === "wake") this.flush();
      else if ("queued" in note) this.#announce(note, false);
      void this.refresh();
    });
    window.addEventListener("online", () => this.flush());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.flush();
    });
    auth.subscribe(() => {
      // Whose rows these are may have changed.
      void this.refresh();
      if (auth.state().status === "signed-in") this.flush();
    });
    await this.refresh();
    this.flush();
  }

  /**
   * Applies a change now and sends it as soon as possible. Resolves with the server's answer (which may be days away);
   * rejects with an ApiError-like error if the server refuses. A caller that does not care may ignore the promise:
   * refusals are announced to the whole app as well.
   */
  submit<T = unknown>(change: Change, key: string = newId()): Promise<T> {
    const answer = new Promise<unknown>((resolve, reject) => this.#waiters.set(key, { resolve, reject }));
    // A refusal without a waiting caller is still announced through onSettled, so it is not an unhandled rejection.
    answer.catch(() => undefined);
    void this.#add(change, key);
    return answer as Promise<T>;
  }

  /** Adds a change, and sends it once it is on disk or could not be written. */
  async #add(change: Change, key: string): Promise<void> {
    await this.#journal.put(newRow(change, auth.state().uid, this.now(), key));
    (isReceipt(change) ? this.#receipts : this.#changes).send();
  }

  /** Stores and sends everything that can be sent now. */
  flush(): void {
    void this.#journal.sync();
    this.#changes.flush();
    this.#receipts.flush();
  }

  /** Retries a failed change: as a new request, after those that wait already. */
  async sendAgain(key: string, again: string = newId()): Promise<void> {
    const row = this.#journal.find(key);
    if (!row) return;
    const added = this.#add(row.change, again);
    // The old row stays on disk until the new one is there.
    void this.#drop(key, again);
    await added;
  }

  /** Discards a change unsent: the only way to do so. */
  discard(key: string): Promise<void> {
    return this.#drop(key);
  }

  async #drop(key: string, successor?: string): Promise<void> {
    await this.#journal.remove(key, successor);
    this.#tell?.({ type: "changed" });
  }

  /** Stores that the user has seen a failed change. */
  async acknowledge(key: string): Promise<void> {
    const aside = this.#journal.find(key)?.aside;
    if (aside && !aside.told) await this.update(key, { aside: { ...aside, told: true } });
  }

  /** Drops the waiting changes of these accounts, and those without an account. */
  async forget(uids: readonly string[]): Promise<void> {
    for (const { key, uid } of this.#journal.all()) if (uid === null || uids.includes(uid)) void this.#drop(key);
    await disk.forget(uids);
    await this.refresh();
    this.#tell?.({ type: "changed" });
  }

  now(): number {
    return Date.now();
  }

  refresh(): Promise<void> {
    return this.#journal.reload();
  }

  settled(): Promise<void> {
    return this.#journal.settled();
  }

  async update(key: string, state: Partial<QueuedChange>): Promise<void> {
    const row = this.#journal.find(key);
    if (row) await this.#journal.put({ ...row, ...state });
  }

  complete(row: QueuedChange, response: unknown): void {
    // Unticking a row uses the version that the tick made.
    this.#tellVersion(row.change, response);
    this.#end({ type: "done", queued: row, response });
  }

  dropConflict(row: QueuedChange, error: RefusedError): void {
    this.#end({ type: "conflict", queued: row, error });
  }

  /** Marks what still waits under these accounts as failed: it was made in a larder that this browser has left. */
  async markAllFailed(uids: readonly string[], code: string): Promise<void> {
    // Another tab may just have written one.
    await this.refresh();
    for (const row of this.#journal.all()) {
      if (!isFailed(row) && row.uid !== null && uids.includes(row.uid))
        await this.update(row.key, { aside: { status: 0, code, told: true } });
    }
  }

  #end(settled: Settled): void {
    this.#announce(settled, true);
    this.#tell?.(settled);
  }

  #tellVersion(change: Change, response: unknown): void {
    const corrects = change.kind === "list.update";
    if (!corrects && (change.kind !== "list.toggle" || !change.isCompleted)) return;
    const { version } = (response ?? {}) as { version?: unknown };
    if (typeof version !== "number") return;
    for (const { key, change: later } of this.pending()) {
      if (later.kind !== "list.toggle" || later.id !== change.id || later.isCompleted) continue;
      // A correction made the next version of the row that was seen, unless another device made one in between.
      if (later.version === undefined || (corrects && later.version === version - 1))
        void this.update(key, { change: { ...later, version } });
    }
  }

  markFailed(row: QueuedChange, error: RefusedError): void {
    // The screen that follows it shows the result.
    const { status, code, sentence, field } = error;
    void this.update(row.key, { aside: { status, code, sentence, field, told: this.isWatched(row.key) } });
    this.#end({ type: "refused", queued: row, error });
  }

  step(row: QueuedChange, step: string): void {
    this.#followers.get(row.key)?.({ type: "step", step });
  }

  #announce(settled: Settled, here: boolean): void {
    const { key, uid } = settled.queued;
    // An answer may arrive after its user has signed out; it does not concern the present one.
    if (auth.owns(uid)) this.#settled.notify(settled, here);
    if (settled.type !== "refused") void this.#journal.remove(key);
    this.#followers.get(key)?.(settled);
    const waiter = this.#waiters.get(key);
    if (!waiter) return;
    this.#waiters.delete(key);
    if (settled.type === "done") waiter.resolve(settled.response);
    else waiter.reject(new RefusedChange(settled.error));
  }
}

/** The server's no to a change, as the submitter sees it. */
export class RefusedChange extends Error {
  override readonly name = "RefusedChange";
  constructor(readonly reason: RefusedError) {
    super(reason.sentence ?? `${reason.status}`);
  }
}

export const outbox = new Outbox();
