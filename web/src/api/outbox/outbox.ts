import { auth } from "../../lib/auth/auth";
import { isLooker } from "../household/role";
import { newId } from "../../lib/state/ids";
import { createListeners } from "../../lib/state/listeners";
import { isReceipt, type Change } from "./changes";
import { RESTRICTED } from "./delivery";
import { outboxStore } from "./outbox-store";
import { Journal } from "./journal";
import { QueueWorker, type Queue } from "./queue-worker";
import { kindOf } from "./kinds";
import { isFailed, mayBeCarriedOut, newRow, type QueuedChange, type RefusedError } from "./rows";
import type { Settled } from "./state";
import { connectTabs } from "./tabs";

export type { Settled } from "./state";

/** The progress of a followed change: its steps, then its result. */
export type Progress = Settled | { readonly type: "step"; readonly step: string };

/** Returns true for a change that this device may not make. */
const isForbidden = (change: Change) => isLooker() && !kindOf(change).isForLookers;

/**
 * The outbox: a change is shown at once, written to disk, and sent in order. It stays on disk until the server's
 * response, and is sent again with the same Idempotency-Key if the response is lost, so each is carried out exactly
 * once. A change that cannot be sent stays as failed until the user retries or discards it.
 *
 * Its parts: the rows in memory and on disk (`journal.ts`, `outbox-store.ts`), messages to other tabs (`tabs.ts`), and
 * two workers that send (`queue-worker.ts`). The states of a change are in `state.ts`.
 */
class Outbox implements Queue {
  readonly #journal = new Journal(() => this.#postToTabs?.({ type: "changed" }));
  #postToTabs: ReturnType<typeof connectTabs> | undefined;
  readonly #settled = createListeners<[settled: Settled, isOwn: boolean]>();
  #waiters = new Map<string, { resolve: (response: unknown) => void; reject: (error: Error) => void }>();
  #followers = new Map<string, (progress: Progress) => void>();
  #changes = new QueueWorker("outbox", this, ({ change }) => !isReceipt(change));
  /** Separate, because reading a receipt takes many seconds and must not delay other changes. */
  #receipts = new QueueWorker("photos", this, ({ change }) => isReceipt(change));

  readonly pending = this.#journal.pending;
  readonly failed = this.#journal.failed;
  readonly unsaved = this.#journal.unsaved;
  readonly subscribe = this.#journal.subscribe;
  /**
   * Calls the listener in every tab for every change that was carried out or refused, before it leaves `pending`.
   * `isOwn` is true in the tab that sent it.
   */
  readonly onSettled = this.#settled.subscribe;

  /** Returns true while this tab sends a change. */
  isSending(key: string): boolean {
    return this.#changes.isSending(key) || this.#receipts.isSending(key);
  }

  /** Follows one change for a screen, which shows its result. A failure is then not announced elsewhere. */
  follow(key: string, listener: (progress: Progress) => void): () => void {
    this.#followers.set(key, listener);
    return () => {
      if (this.#followers.get(key) === listener) this.#followers.delete(key);
    };
  }

  isFollowed(key: string): boolean {
    return this.#followers.has(key);
  }

  /** Returns true if changes are unsaved because the disk is full. */
  isDiskFull(): boolean {
    return this.#journal.isFull();
  }

  /** Resolves once every change is on disk or removed. */
  stored(): Promise<void> {
    return this.#journal.stored();
  }

  /** Reads the rows of earlier page loads and starts sending. */
  async start(): Promise<void> {
    this.#postToTabs = connectTabs((message) => {
      if (message.type === "wake") this.flush();
      else if ("queued" in message) this.#announce(message, false);
      void this.refresh();
    });
    window.addEventListener("online", () => this.flush());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.flush();
    });
    auth.subscribe(() => {
      // The current user may have changed, and with it the visible rows.
      void this.refresh();
      if (auth.state().status === "signed-in") this.flush();
    });
    await this.refresh();
    this.flush();
  }

  /**
   * Applies a change now and sends it as soon as possible. Resolves with the server's response, which may take days;
   * rejects if the server refuses the change. Callers may ignore the promise, because `onSettled` also announces this.
   */
  submit<T = unknown>(change: Change, key: string = newId()): Promise<T> {
    const response = new Promise<unknown>((resolve, reject) => this.#waiters.set(key, { resolve, reject }));
    response.catch(() => undefined);
    void this.#add(change, key);
    return response as Promise<T>;
  }

  /** Adds a change, and sends it once it is on disk or could not be written. A looker's other changes are dropped. */
  async #add(change: Change, key: string): Promise<void> {
    const row = newRow(change, auth.state().uid, this.now(), key);
    if (isForbidden(change)) return this.drop(row, { status: 403, code: RESTRICTED });
    await this.#putAndSend(row);
  }

  async #putAndSend(row: QueuedChange): Promise<void> {
    await this.#journal.put(row);
    (isReceipt(row.change) ? this.#receipts : this.#changes).send();
  }

  /** Stores and sends everything that can be sent now. */
  flush(): void {
    void this.#journal.sync();
    this.#changes.flush();
    this.#receipts.flush();
  }

  /**
   * Retries a failed change, or a corrected one, as a new request, after the changes that wait already. One that may
   * have been carried out keeps its key instead, so that it is not carried out twice.
   */
  async sendAgain(key: string, newKey: string = newId(), corrected?: Change): Promise<void> {
    const row = this.#journal.find(key);
    // A failed change waits until this device may make it.
    if (!row || isForbidden(row.change)) return;
    const { aside: failure, tries: _tries, failedSince: _failedSince, ...waiting } = row;
    if (failure && mayBeCarriedOut(failure) && auth.maySend(row.uid)) return this.#putAndSend(waiting);
    const added = this.#add(corrected ?? row.change, newKey);
    // The old row stays on disk until the new one is written.
    void this.discard(key, newKey);
    await added;
  }

  /**
   * Removes a change, which is not sent again, and rejects the promise of `submit`. The change `successor` replaces it.
   */
  async discard(key: string, successor?: string): Promise<void> {
    this.#waiters.get(key)?.reject(new Error("The change was discarded."));
    this.#waiters.delete(key);
    await this.#journal.remove(key, successor);
    this.#postToTabs?.({ type: "changed" });
  }

  /** Stores that the user has seen a failed change. */
  async acknowledge(key: string): Promise<void> {
    const failure = this.#journal.find(key)?.aside;
    if (failure && !failure.told) await this.update(key, { aside: { ...failure, told: true } });
  }

  /** Deletes the changes of these accounts, and those without an account. */
  async forget(uids: readonly string[]): Promise<void> {
    for (const { key, uid } of this.#journal.all()) if (uid === null || uids.includes(uid)) void this.discard(key);
    await outboxStore.removeOfAccounts(uids);
    await this.refresh();
    this.#postToTabs?.({ type: "changed" });
  }

  now(): number {
    return Date.now();
  }

  refresh(): Promise<void> {
    return this.#journal.reload();
  }

  written(): Promise<void> {
    return this.#journal.written();
  }

  async update(key: string, state: Partial<QueuedChange>): Promise<void> {
    const row = this.#journal.find(key);
    if (row) await this.#journal.put({ ...row, ...state });
  }

  complete(row: QueuedChange, response: unknown): void {
    this.#updateLaterVersions(row.change, response);
    this.#settle({ type: "done", queued: row, response });
  }

  drop(row: QueuedChange, error: RefusedError): void {
    this.#settle({ type: "conflict", queued: row, error });
  }

  /** Marks the waiting changes of these accounts as failed. */
  async markAllFailed(uids: readonly string[], code: string): Promise<void> {
    // Also those that another tab has just written.
    await this.refresh();
    for (const row of this.#journal.all()) {
      if (!isFailed(row) && row.uid !== null && uids.includes(row.uid))
        await this.update(row.key, { aside: { status: 0, code, told: true } });
    }
  }

  #settle(settled: Settled): void {
    this.#announce(settled, true);
    this.#postToTabs?.(settled);
  }

  /** Changes later unticks of a row to the version that a tick or an edit has made. */
  #updateLaterVersions(change: Change, response: unknown): void {
    const isEdit = change.kind === "list.update";
    if (!isEdit && (change.kind !== "list.toggle" || !change.isCompleted)) return;
    const { version } = (response ?? {}) as { version?: unknown };
    if (typeof version !== "number") return;
    for (const { key, change: later } of this.pending()) {
      if (later.kind !== "list.toggle" || later.id !== change.id || later.isCompleted) continue;
      // An edit made the version after the one that the user saw, unless another device made one in between.
      if (later.version === undefined || (isEdit && later.version === version - 1))
        void this.update(key, { change: { ...later, version } });
    }
  }

  markFailed(row: QueuedChange, error: RefusedError): void {
    const { status, code, sentence, field } = error;
    // A screen that follows the change shows the failure.
    void this.update(row.key, { aside: { status, code, sentence, field, told: this.isFollowed(row.key) } });
    this.#settle({ type: "refused", queued: row, error });
  }

  step(row: QueuedChange, step: string): void {
    this.#followers.get(row.key)?.({ type: "step", step });
  }

  #announce(settled: Settled, isOwn: boolean): void {
    const { key, uid } = settled.queued;
    // A response may arrive after its user has signed out.
    if (auth.owns(uid)) this.#settled.notify(settled, isOwn);
    if (settled.type !== "refused") void this.#journal.remove(key);
    this.#followers.get(key)?.(settled);
    const waiter = this.#waiters.get(key);
    if (!waiter) return;
    this.#waiters.delete(key);
    if (settled.type === "done") waiter.resolve(settled.response);
    else waiter.reject(new Error(settled.error.sentence ?? `${settled.error.status}`));
  }
}

export const outbox = new Outbox();
