import { auth } from "../../lib/auth/auth";
import { newId } from "../../lib/ids";
import { createListeners } from "../../lib/listeners";
import { isReceipt, type Change } from "./changes";
import { disk } from "./disk";
import { Memory } from "./memory";
import { QueueWorker, type Queue } from "./queue-worker";
import { isFailed, ROW_VERSION, type QueuedChange, type RefusedError } from "./rows";
import type { Settled } from "./state";
import { connectTabs } from "./tabs";

export type { Settled } from "./state";

/** What a follower of one change receives: its result, and its steps before that. */
export type Progress = Settled | { readonly type: "step"; readonly step: string };

const PAGE = 20;

/**
 * The outbox: a change is applied on screen at once, written to disk, and sent in order. It leaves the disk only after
 * the server's answer, and is sent again under the same Idempotency-Key if the answer was lost, so each is carried out
 * exactly once. What cannot be sent waits as failed for the user to decide about; nothing but their word drops it.
 *
 * Its parts: what is on screen (`memory.ts`), what survives the page (`disk.ts`), the other tabs (`tabs.ts`), and two
 * workers that send (`queue-worker.ts`). The states of a change are in `state.ts`.
 */
class Outbox implements Queue {
  readonly #memory = new Memory();
  #tell: ReturnType<typeof connectTabs>;
  readonly #settled = createListeners<[settled: Settled, here: boolean]>();
  #waiters = new Map<string, { resolve: (response: unknown) => void; reject: (error: Error) => void }>();
  #followers = new Map<string, (progress: Progress) => void>();
  #stale = false;
  #reading: Promise<void> | undefined;
  #changes = new QueueWorker("outbox", this, ({ change }) => !isReceipt(change));
  /** Reading takes many seconds, which nothing else should wait for. */
  #receipts = new QueueWorker("photos", this, ({ change }) => isReceipt(change));

  readonly pending = this.#memory.pending;
  readonly failed = this.#memory.failed;
  readonly unsaved = this.#memory.unsaved;
  readonly subscribe = this.#memory.subscribe;
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
    this.#tell = connectTabs((note) => {
      if (note.type === "wake") this.flush();
      else if ("queued" in note) this.#announce(note, false);
      void this.#reload();
    });
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
    this.#memory.put(queued);
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
    const row = this.#memory.find(key);
    if (!row) return;
    const { v, at, change } = row;
    const fresh: QueuedChange = { v, uid: auth.state().uid, at, change, key: again };
    this.#memory.put(fresh);
    // The new row first: what happens in between sends a change twice under two keys at worst, and never loses it.
    await this.#save(fresh);
    await this.#drop(row);
  }

  /** The only way in which a change goes unsent. */
  async discard(key: string): Promise<void> {
    const row = this.#memory.find(key);
    if (row) await this.#drop(row);
  }

  /** Stores that the user was told about a failed change. */
  async acknowledge(key: string): Promise<void> {
    const row = this.#memory.find(key);
    if (row?.aside && !row.aside.told) await this.update({ ...row, aside: { ...row.aside, told: true } });
  }

  /** Drops what waits under these names, and what was made before there was one. */
  async forget(uids: readonly string[]): Promise<void> {
    await disk.forget(uids);
    for (const row of this.#memory.all()) if (row.uid === null || uids.includes(row.uid)) this.#memory.remove(row.key);
    this.#tell?.({ type: "changed" });
  }

  now(): number {
    return Date.now();
  }

  async rowsAfter(seq: number): Promise<{ rows: readonly QueuedChange[]; last: number; done: boolean }> {
    const page = await disk.after(seq, PAGE).catch(() => undefined);
    if (page?.last === undefined) {
      // Last of all, what the disk never took; of a disk that cannot be read, all that this page knows.
      const rows = page ? this.#memory.onlyHere() : this.#memory.all();
      return { rows: this.#waiting(rows), last: seq, done: true };
    }
    for (const row of page.rows) if (this.#memory.hasEnded(row.key)) await this.#erase(row);
    return { rows: this.#waiting(page.rows.map((row) => this.#memory.newest(row))), last: page.last, done: false };
  }

  #waiting(rows: readonly QueuedChange[]): readonly QueuedChange[] {
    return rows.filter((row) => !isFailed(row) && auth.owns(row.uid) && !this.#memory.hasEnded(row.key));
  }

  /** Writes a row's new state; a disk that is too full for it does not change what this page knows. */
  async update(row: QueuedChange): Promise<void> {
    this.#memory.put(row);
    const { seq } = row;
    if (seq === undefined) return;
    try {
      await disk.replace({ ...row, seq });
      this.#written(row.key);
    } catch (error) {
      console.warn("The state of a waiting change could not be stored:", error);
    }
  }

  async complete(row: QueuedChange, response: unknown): Promise<void> {
    // Before it leaves the disk: what takes one's own tick back means the row that the tick made.
    await this.#tellVersion(row.change, response);
    await this.#end({ type: "done", queued: row, response });
  }

  async dropConflict(row: QueuedChange, error: RefusedError): Promise<void> {
    await this.#end({ type: "conflict", queued: row, error });
  }

  latest(row: QueuedChange): QueuedChange {
    const known = this.#memory.find(row.key);
    return known && row.seq !== undefined ? { ...known, seq: row.seq } : (known ?? row);
  }

  /** Marks what still waits under these accounts as failed: it was made in a larder that this browser has left. */
  async markAllFailed(uids: readonly string[], code: string): Promise<void> {
    // Another tab may just have written one.
    await this.#reload();
    for (const row of this.#memory.all()) {
      if (!isFailed(row) && row.uid !== null && uids.includes(row.uid))
        await this.update({ ...row, aside: { status: 0, code, told: true } });
    }
  }

  async #end(settled: Settled): Promise<void> {
    await this.#erase(settled.queued);
    this.#announce(settled, true);
    this.#memory.remove(settled.queued.key);
    this.#tell?.(settled);
  }

  /** Deletes a row that has ended. One that the disk keeps nevertheless is deleted when it is read again. */
  async #erase({ seq }: QueuedChange): Promise<void> {
    if (seq !== undefined) await disk.remove(seq).catch(console.warn);
  }

  async #tellVersion(change: Change, response: unknown): Promise<void> {
    const corrects = change.kind === "list.update";
    if (!corrects && (change.kind !== "list.toggle" || !change.isCompleted)) return;
    const { version } = (response ?? {}) as { version?: unknown };
    if (typeof version !== "number") return;
    for (const row of this.pending()) {
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
    this.#tell?.(settled);
  }

  step(row: QueuedChange, step: string): void {
    this.#followers.get(row.key)?.({ type: "step", step });
  }

  async #save(queued: QueuedChange): Promise<void> {
    try {
      this.#memory.placed(queued, await disk.add(queued));
      this.#written(queued.key);
    } catch (error) {
      // A full or forbidden disk: the change lives in memory until it is sent, and its person is told
      // (`OutboxNotices`).
      console.warn("A change could not be stored and is kept in memory:", error);
      this.#memory.notSaved(queued.key);
    }
    this.flush();
  }

  async #drop(row: QueuedChange): Promise<void> {
    if (row.seq !== undefined) await disk.remove(row.seq);
    this.#memory.remove(row.key);
    this.#tell?.({ type: "changed" });
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
        this.#memory.load(await disk.all());
      } catch (error) {
        console.warn("The waiting changes cannot be read:", error);
      }
    }
    // In the same turn as the last look at `#stale`, or a note in between would be missed.
    this.#reading = undefined;
  }

  /** What was just written may not be in what is being read. */
  #written(key: string): void {
    this.#memory.written(key);
    if (this.#reading) void this.#reload();
    this.#tell?.({ type: "changed" });
  }

  #announce(settled: Settled, here: boolean): void {
    const { key, uid } = settled.queued;
    // An answer may come after its person has signed out; it is nothing to whoever is here now.
    if (auth.owns(uid)) this.#settled.notify(settled, here);
    this.#memory.hide(key);
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
