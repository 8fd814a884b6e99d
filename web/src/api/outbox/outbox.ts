import { auth } from "../../lib/auth/auth";
import { newId } from "../../lib/ids";
import { isReceipt, type Change } from "./changes";
import { QueueWorker, type Queue } from "./queue-worker";
import { ROW_VERSION, type QueuedChange, type RefusedError } from "./rows";
import { outboxStore } from "./store";

/**
 * The outbox: a change is applied on screen at once, written to disk, and sent in order. It leaves the disk only after
 * the server's answer, and is sent again under the same Idempotency-Key if the answer was lost, so each is carried out
 * exactly once. What cannot be sent is set aside for its person to decide about; nothing but their word drops it.
 */
export type Settled =
  | { readonly type: "done"; readonly queued: QueuedChange; readonly response: unknown }
  | { readonly type: "refused"; readonly queued: QueuedChange; readonly error: RefusedError };

/** What a follower of one change receives: its result, and its steps before that. */
export type Progress = Settled | { readonly type: "step"; readonly step: string };

/** `wake` comes from the service worker, which stores changes and cannot send them. */
type Note = { type: "changed" } | { type: "wake" } | Settled;

const NOTHING: readonly QueuedChange[] = [];
const PAGE = 20;

class Outbox implements Queue {
  /** Every row of this browser's person, as it stands on disk and in memory. */
  #rows: readonly QueuedChange[] = NOTHING;
  #pending: readonly QueuedChange[] = NOTHING;
  #failed: readonly QueuedChange[] = NOTHING;
  /**
   * Rows as the disk does not have them: not yet, or not at all because it is full. They take the place of what it has.
   */
  #memory = new Map<string, QueuedChange>();
  /** Keys among them that the disk refused to take: they live as long as this page. */
  #unsaved: ReadonlySet<string> = new Set();
  #listeners = new Set<() => void>();
  #settledListeners = new Set<(settled: Settled, here: boolean) => void>();
  #waiters = new Map<string, { resolve: (response: unknown) => void; reject: (error: Error) => void }>();
  #followers = new Map<string, (progress: Progress) => void>();
  #channel: BroadcastChannel | undefined;
  #stale = false;
  #reading: Promise<void> | undefined;
  /** Keys that left the disk while it was perhaps being read. */
  #gone = new Set<string>();
  #changes = new QueueWorker("outbox", this, ({ change }) => !isReceipt(change));
  /** Reading takes many seconds, which nothing else should wait for. */
  #receipts = new QueueWorker("photos", this, ({ change }) => isReceipt(change));

  /** Returns the changes that will be sent, oldest first. */
  readonly pending = (): readonly QueuedChange[] => this.#pending;
  /** Returns the changes that could not be sent. */
  readonly failed = (): readonly QueuedChange[] => this.#failed;
  /** Keys of what only this page has, because the disk is full or forbidden. */
  readonly unsaved = (): ReadonlySet<string> => this.#unsaved;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Called in every tab for every change that was carried out or refused, before it leaves `pending`; `here` in the one
   * that sent it.
   */
  onSettled(listener: (settled: Settled, here: boolean) => void): () => void {
    this.#settledListeners.add(listener);
    return () => this.#settledListeners.delete(listener);
  }

  /**
   * Watches one change on the screen; whoever watches tells its person how it ends, and hears of a failure instead of a
   * later try.
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

  /** Reads what an earlier visit left behind and begins sending. */
  async start(): Promise<void> {
    if (typeof BroadcastChannel !== "undefined") {
      this.#channel = new BroadcastChannel("larder.outbox");
      this.#channel.onmessage = (event: MessageEvent<Note>) => {
        if (event.data.type === "done" || event.data.type === "refused") this.#announce(event.data, false);
        if (event.data.type === "wake") this.flush();
        void this.#reload();
      };
    }
    window.addEventListener("online", () => this.flush());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.flush();
    });
    auth.subscribe(() => {
      // Whose rows these are may have changed.
      void this.#reload();
      if (auth.state().status === "signed-in") this.flush();
    });
    await this.#reload();
    this.flush();
  }

  /**
   * Applies a change now and sends it as soon as possible. Resolves with the server's answer (which may be days away);
   * rejects with an ApiError-like error if the server refuses. A caller that does not care may ignore the promise:
   * refusals are announced to the whole app as well.
   */
  submit<T = unknown>(change: Change, key: string = newId()): Promise<T> {
    const queued: QueuedChange = { v: ROW_VERSION, key, uid: auth.state().uid, at: new Date().toISOString(), change };
    const answer = new Promise<unknown>((resolve, reject) => this.#waiters.set(key, { resolve, reject }));
    // A refusal that nobody waits for is still announced through onSettled, so it is not an unhandled rejection.
    answer.catch(() => undefined);
    this.#remember(queued);
    void this.#save(queued);
    return answer as Promise<T>;
  }

  /** Begins sending, unless that is under way. */
  flush(): void {
    this.#changes.flush();
    this.#receipts.flush();
  }

  /** Tries once more what could not be sent: as a new request, behind what waits already. */
  async sendAgain(key: string, again: string = newId()): Promise<void> {
    const row = this.#rows.find((other) => other.key === key);
    if (!row) return;
    const { v, at, change } = row;
    const fresh: QueuedChange = { v, uid: auth.state().uid, at, change, key: again };
    this.#remember(fresh);
    // The new row first: what happens in between sends a change twice under two keys at worst, and never loses it.
    await this.#save(fresh);
    await this.#drop(row);
  }

  /** The only way in which a change goes unsent. */
  async discard(key: string): Promise<void> {
    const row = this.#rows.find((other) => other.key === key);
    if (row) await this.#drop(row);
  }

  /** Stores that the user was told about a failed change. */
  async acknowledge(key: string): Promise<void> {
    const row = this.#rows.find((other) => other.key === key);
    if (row?.aside && !row.aside.told) await this.update({ ...row, aside: { ...row.aside, told: true } });
  }

  /** Drops what waits under these names, and what was made before there was one. */
  async forget(uids: readonly string[]): Promise<void> {
    await outboxStore.forget(uids);
    for (const row of [...this.#rows]) if (row.uid === null || uids.includes(row.uid)) this.#forgetRow(row.key);
    this.#channel?.postMessage({ type: "changed" } satisfies Note);
  }

  now(): number {
    return Date.now();
  }

  async rowsAfter(seq: number): Promise<{ rows: readonly QueuedChange[]; last: number; done: boolean }> {
    const page = await outboxStore.after(seq, PAGE).catch(() => ({ rows: [], last: undefined }));
    if (page.last !== undefined)
      return { rows: this.#waiting(page.rows.map((row) => this.#latest(row))), last: page.last, done: false };
    // Last of all, what the disk never took.
    return {
      rows: this.#waiting(
        [...this.#memory.values()].filter((row) => row.seq === undefined && this.#unsaved.has(row.key)),
      ),
      last: seq,
      done: true,
    };
  }

  #waiting(rows: readonly QueuedChange[]): readonly QueuedChange[] {
    return rows.filter((row) => row.aside === undefined && auth.owns(row.uid));
  }

  /** Writes a row's new state; a disk that is too full for it does not change what this page knows. */
  async update(row: QueuedChange): Promise<void> {
    this.#remember(row);
    const { seq } = row;
    if (seq === undefined) return;
    try {
      await outboxStore.replace({ ...row, seq });
      this.#written(row.key);
    } catch (error) {
      console.warn("The state of a waiting change could not be stored:", error);
    }
  }

  async complete(row: QueuedChange, response: unknown): Promise<void> {
    // Before it leaves the disk: what takes one's own tick back means the row that the tick made.
    await this.#tellVersion(row.change, response);
    await this.#end(row, { type: "done", queued: row, response });
  }

  async dropConflict(row: QueuedChange, error: RefusedError): Promise<void> {
    await this.#end(row, { type: "refused", queued: row, error });
  }

  latest(row: QueuedChange): QueuedChange {
    const known = this.#rows.find(({ key }) => key === row.key);
    return known && row.seq !== undefined ? { ...known, seq: row.seq } : (known ?? row);
  }

  /** Marks what still waits under these accounts as failed: it was made in a larder that this browser has left. */
  async markAllFailed(uids: readonly string[], code: string): Promise<void> {
    // Another tab may just have written one.
    await this.#reload();
    for (const row of this.#rows) {
      if (row.aside === undefined && row.uid !== null && uids.includes(row.uid))
        await this.update({ ...row, aside: { status: 0, code, told: true } });
    }
  }

  async #end(row: QueuedChange, settled: Settled): Promise<void> {
    if (row.seq !== undefined) await outboxStore.remove(row.seq);
    this.#announce(settled, true);
    this.#forgetRow(row.key);
    this.#channel?.postMessage(settled satisfies Note);
  }

  async #tellVersion(change: Change, response: unknown): Promise<void> {
    const corrects = change.kind === "list.update";
    if (!corrects && (change.kind !== "list.toggle" || !change.isCompleted)) return;
    const { version } = (response ?? {}) as { version?: unknown };
    if (typeof version !== "number") return;
    for (const row of this.#pending) {
      const later = row.change;
      if (later.kind !== "list.toggle" || later.id !== change.id || later.isCompleted) continue;
      // A correction made the next version of the row that was seen, unless somebody else made one in between.
      if (later.version === undefined || (corrects && later.version === version - 1))
        await this.update({ ...row, change: { ...later, version } });
    }
  }

  async markFailed(row: QueuedChange, error: RefusedError): Promise<void> {
    const settled: Settled = { type: "refused", queued: row, error };
    // Whoever watches it on the screen says how it ended.
    const { status, code, sentence, field } = error;
    await this.update({ ...row, aside: { status, code, sentence, field, told: this.isWatched(row.key) } });
    this.#announce(settled, true);
    this.#channel?.postMessage(settled satisfies Note);
  }

  step(row: QueuedChange, step: string): void {
    this.#followers.get(row.key)?.({ type: "step", step });
  }

  async #save(queued: QueuedChange): Promise<void> {
    try {
      const seq = await outboxStore.add(queued);
      const later = this.#memory.get(queued.key) ?? queued;
      this.#publish(this.#rows.map((row) => (row.key === queued.key ? { ...later, seq } : row)));
      this.#written(queued.key);
    } catch (error) {
      // A full or forbidden disk: the change lives in memory until it is sent, and its person is told
      // (`OutboxNotices`).
      console.warn("A change could not be stored and is kept in memory:", error);
      this.#unsaved = new Set(this.#unsaved).add(queued.key);
      this.#publish(this.#rows);
    }
    this.flush();
  }

  async #drop(row: QueuedChange): Promise<void> {
    if (row.seq !== undefined) await outboxStore.remove(row.seq);
    this.#forgetRow(row.key);
    this.#channel?.postMessage({ type: "changed" } satisfies Note);
  }

  #remember(row: QueuedChange): void {
    this.#memory.set(row.key, row);
    const known = this.#rows.some((other) => other.key === row.key);
    this.#publish(known ? this.#rows.map((other) => (other.key === row.key ? row : other)) : [...this.#rows, row]);
  }

  #forgetRow(key: string): void {
    this.#gone.add(key);
    this.#memory.delete(key);
    if (this.#unsaved.has(key)) this.#unsaved = new Set([...this.#unsaved].filter((other) => other !== key));
    this.#publish(this.#rows.filter((row) => row.key !== key));
  }

  /** Reads the disk anew. Many notes at once cost one reading, and one more for what came meanwhile. */
  #reload(): Promise<void> {
    this.#stale = true;
    this.#reading ??= this.#read();
    return this.#reading;
  }

  async #read(): Promise<void> {
    while (this.#stale) {
      this.#stale = false;
      try {
        const stored = (await outboxStore.all()).filter((row) => !this.#gone.has(row.key));
        const known = new Set(stored.map((row) => row.key));
        this.#publish([
          ...stored.map((row) => this.#latest(row)),
          ...[...this.#memory.values()].filter((row) => !known.has(row.key)),
        ]);
      } catch (error) {
        console.warn("The waiting changes cannot be read:", error);
      }
    }
    // In the same turn as the last look at `#stale`, or a note in between would be missed.
    this.#reading = undefined;
  }

  /** What was just written may not be in what is being read. */
  #written(key: string): void {
    this.#memory.delete(key);
    if (this.#reading) void this.#reload();
    this.#channel?.postMessage({ type: "changed" } satisfies Note);
  }

  #latest(row: QueuedChange): QueuedChange {
    const inMemory = this.#memory.get(row.key);
    return inMemory ? { ...inMemory, seq: row.seq as number } : row;
  }

  #publish(rows: readonly QueuedChange[]): void {
    this.#rows = rows;
    const own = rows.filter((row) => auth.owns(row.uid));
    this.#pending = own.filter((row) => row.aside === undefined);
    this.#failed = own.filter((row) => row.aside !== undefined);
    for (const listener of this.#listeners) listener();
  }

  #announce(settled: Settled, here: boolean): void {
    const { key, uid } = settled.queued;
    // An answer may come after its person has signed out; it is nothing to whoever is here now.
    if (auth.owns(uid)) for (const listener of this.#settledListeners) listener(settled, here);
    this.#publish(this.#rows.filter((row) => row.key !== key || row.aside !== undefined));
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
