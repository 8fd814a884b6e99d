import { withLock } from "../browser/locks";
import { createListeners } from "../state/listeners";
import * as identity from "./identity";
import { endReason, isDeleted, type EndReason, type Tokens } from "./identity";
import { readSession, removeSession, replacedAccount, SESSION_KEY, writeSession, type Session } from "./session";

const REFRESH_BEFORE_MS = 5 * 60_000;
const EXPIRED_EARLY_MS = 30_000;
const MIN_RETRY_MS = 30_000;
const MAX_RETRY_MS = 960_000;
/** A timer of more milliseconds than a signed 32-bit number has would fire at once. */
const MAX_TIMER_MS = 2_147_483_647;

export type AuthState =
  /** The first sign-in is in progress, and there was no account before. */
  | { readonly status: "signing-in"; readonly uid: null }
  | { readonly status: "signed-in"; readonly uid: string }
  /** This device was removed from its larder, or the provider does not know its token. */
  | { readonly status: EndReason; readonly uid: string }
  /** Sign-up is closed: devices join by another device's code. */
  | { readonly status: "closed"; readonly uid: null }
  /** Sign-in is impossible at present: the app works with stored data and retries. */
  | { readonly status: "unavailable"; readonly uid: null };

const SIGNING_IN: AuthState = { status: "signing-in", uid: null };
const CLOSED: AuthState = { status: "closed", uid: null };
const UNAVAILABLE: AuthState = { status: "unavailable", uid: null };

/** Returns the delay before a retry; `attempt` is 0 for the first one. */
export function retryDelay(attempt: number): number {
  return Math.min(MAX_RETRY_MS, MIN_RETRY_MS * 2 ** attempt);
}

export function isExpired(tokens: Tokens, now: number): boolean {
  return now >= tokens.expiresAt - EXPIRED_EARLY_MS;
}

/** The account that this browser no longer uses, and the reason. */
interface AccountChange {
  readonly previousUid: string;
  readonly reason: "replaced" | "signed-out" | "linked" | "left";
}

function stateOf(session: Session | null, stateWithoutSession: AuthState): AuthState {
  return session ? { status: session.ended ?? "signed-in", uid: session.uid } : stateWithoutSession;
}

/**
 * Manages this browser's anonymous account: created on the first visit, stored in local storage, shared by all tabs.
 *
 * An account changes in four ways. The provider reports that it was deleted, or the user gives up one that the provider
 * does not know: a new one replaces it and takes over unsent changes. The user signs out: all of its data is deleted.
 * The browser is linked to another larder, or leaves a shared one (`api/household/moves.ts`). Each tab compares the
 * stored session with the one it knows, so all tabs notice a change. A device that was removed, or whose token the
 * provider does not know, keeps its data and sends nothing until the user decides how to continue. An unknown token is
 * tried again at times: the server may have got its data back.
 *
 * Tokens are refreshed five minutes before they expire and count as expired 30 seconds early. While the provider is
 * unreachable, retries follow after 30 s, doubling to 960 s (specification §9), or when the browser is online again. A
 * lock covers all of it, because each refresh issues a new token and the server accepts only the last few of a device.
 */
export class Auth {
  #state: AuthState;
  readonly #listeners = createListeners();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #attempt = 0;
  /** Until this time requests do not ask the provider, because it has just failed. */
  #retryAt = 0;
  /** True until the first request or change: no account is created before. */
  #isDeferred = false;
  readonly #changeListeners = createListeners<[AccountChange]>();

  constructor(private readonly now: () => number = Date.now) {
    this.#state = stateOf(readSession(), SIGNING_IN);
  }

  /** Calls the listener, in every tab, when the browser's account is no longer the one that the tab shows. */
  readonly onAccountChange = this.#changeListeners.subscribe;

  /** Returns true if changes of this account, or without an account, belong to the current user. */
  owns(uid: string | null): boolean {
    const session = readSession();
    return uid === null || (session !== null && (session.uid === uid || session.previousUids.includes(uid)));
  }

  /**
   * Returns true if changes of this account may be sent under the current one: it is the current one, or the current
   * one replaced it because the provider deleted or forgot it. None is sent to a larder that the user entered since.
   */
  maySend(uid: string | null): boolean {
    return this.owns(uid) && (uid === null || uid === readSession()?.uid || readSession()?.by === undefined);
  }

  /** Returns the ids of all accounts under which this browser stores data of the current user. */
  uids(): readonly string[] {
    const session = readSession();
    return session ? [session.uid, ...session.previousUids] : [];
  }

  readonly state = (): AuthState => this.#state;

  readonly subscribe = this.#listeners.subscribe;

  /** Takes over the stored session, and notifies listeners if its account is another one. */
  #adopt(session: Session | null, stateWithoutSession: AuthState): void {
    const previousUid = this.#state.uid;
    this.#set(stateOf(session, stateWithoutSession));
    if (previousUid === null || previousUid === session?.uid) return;
    const reason = session?.by ?? (session?.previousUids.includes(previousUid) ? "replaced" : "signed-out");
    this.#changeListeners.notify({ previousUid, reason });
  }

  #set(state: AuthState): void {
    if (state.status === this.#state.status && state.uid === this.#state.uid) return;
    this.#state = state;
    this.#listeners.notify();
  }

  /**
   * Signs in if necessary, and then refreshes the token before it expires. `isDeferred` is true for no sign-in before
   * the first request: the page may open another larder.
   */
  start({ isDeferred = false } = {}): void {
    this.#isDeferred = isDeferred;
    window.addEventListener("online", () => void this.retry());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.#resume();
    });
    window.addEventListener("storage", (event) => {
      // `null` means that all keys changed.
      if (event.key !== SESSION_KEY && event.key !== null) return;
      this.#adopt(readSession(), SIGNING_IN);
      this.#schedule();
    });
    if (readSession()) this.#resume();
    else if (!isDeferred) void this.#renew();
  }

  /**
   * Returns a token that is valid for at least 30 seconds, or null if the provider gives none at present. `force`
   * replaces one that the API refused.
   */
  async token(force = false): Promise<string | null> {
    this.#isDeferred = false;
    const tokens = readSession();
    if (tokens?.ended) return null;
    if (tokens && !force && !isExpired(tokens, this.now())) return tokens.idToken;
    if (!force && this.now() < this.#retryAt) return null;
    const next = await this.#renew(force ? tokens?.idToken : undefined);
    return next && !next.ended ? next.idToken : null;
  }

  /**
   * Changes the account of this browser under the lock of all tabs. `work` stores the next session, or removes it for a
   * new account to be created.
   */
  async change(work: (session: Session | null) => Promise<void>): Promise<void> {
    this.#isDeferred = false;
    await withLock("session", () => work(readSession()));
    this.#adopt(readSession(), SIGNING_IN);
    await this.#renew();
  }

  /** Deletes the account at the provider, then this browser's data by `deleteData`, and creates a new account. */
  async signOutAndReset(deleteData: (uids: readonly string[]) => Promise<void>): Promise<void> {
    await this.change(async (session) => {
      if (!session) return;
      try {
        const current = isExpired(session, this.now()) ? await this.#refresh(session) : session;
        await identity.deleteAccount(current.idToken);
      } catch (error) {
        // TOKEN_EXPIRED does not mean that the account is deleted: the device's clock may be wrong.
        if (!isDeleted(error)) throw new Error("The account could not be deleted.", { cause: error });
      }
      await deleteData(this.uids());
      removeSession();
    });
  }

  /** Replaces a larder that this device cannot open by a new one, which takes over unsent changes. */
  async replace(): Promise<void> {
    await this.change(async (session) => {
      if (session?.ended === "signed-out") await this.#replace(session);
    });
  }

  async #refresh(session: Session): Promise<Session> {
    const next = { ...session, ...(await identity.refresh(session.refreshToken, this.now)), ended: undefined };
    writeSession(next);
    return next;
  }

  /** Continues with the stored session, or tries again whether the provider knows its token. */
  #resume(): void {
    if (readSession()?.ended === "signed-out") void this.#renew();
    else this.#schedule();
  }

  /** Signs in or refreshes the tokens if that is due, also if the provider has just failed. */
  async retry(): Promise<void> {
    const session = readSession();
    if (!session && this.#isDeferred) return;
    if (!session || this.now() >= session.expiresAt - REFRESH_BEFORE_MS) await this.#renew();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    const session = readSession();
    if (session?.ended === "removed" || (!session && this.#isDeferred)) return;
    this.#timer = setTimeout(() => void this.#renew(), Math.min(MAX_TIMER_MS, this.#renewalDelay(session)));
  }

  /** Returns the milliseconds to the next renewal: when the tokens are due, or when a failed one is tried again. */
  #renewalDelay(session: Session | null): number {
    if (session?.ended) return MAX_RETRY_MS;
    if (session && this.#attempt === 0) return Math.max(0, session.expiresAt - REFRESH_BEFORE_MS - this.now());
    return retryDelay(Math.max(0, this.#attempt - 1));
  }

  /** Refreshes the tokens or creates an account. `refused` is an id token that the API refused. */
  async #renew(refused?: string): Promise<Session | null> {
    try {
      const session = await withLock("session", async () => {
        const stored = readSession();
        if (stored?.ended === "removed") return stored;
        // Another tab may have renewed it while this one waited for the lock.
        const isFresh = stored && !stored.ended && this.now() < stored.expiresAt - REFRESH_BEFORE_MS;
        return isFresh && stored.idToken !== refused ? stored : this.#obtain(stored);
      });
      this.#attempt = 0;
      this.#retryAt = 0;
      this.#adopt(session, SIGNING_IN);
      this.#schedule();
      return session;
    } catch (error) {
      console.error("Signing in failed:", error);
      this.#retryAt = this.now() + retryDelay(this.#attempt);
      this.#attempt += 1;
      const stored = readSession();
      this.#adopt(stored, identity.isClosed(error) ? CLOSED : UNAVAILABLE);
      this.#schedule();
      // The old token may still be valid for some minutes.
      return stored && stored.idToken !== refused && !isExpired(stored, this.now()) ? stored : null;
    }
  }

  /** Gets and stores the next tokens of the stored account, or of a new one. */
  async #obtain(stored: Session | null): Promise<Session> {
    if (stored) {
      try {
        return await this.#refresh(stored);
      } catch (error) {
        // After any other error than these the client retries.
        const reason = endReason(error);
        if (reason === undefined && !isDeleted(error)) throw error;
        // Without locks, another tab may have used this refresh token and stored the next one.
        const current = readSession();
        if (current && current.refreshToken !== stored.refreshToken) return current;
        if (reason === undefined) return this.#replace(stored);
        const ended = { ...stored, ended: reason };
        writeSession(ended);
        return ended;
      }
    }
    const session: Session = { ...(await this.#signUp()), previousUids: [] };
    writeSession(session);
    return session;
  }

  /** Creates and stores a new account in the place of one, whose waiting changes it owns. */
  async #replace(old: Session): Promise<Session> {
    const session: Session = { ...(await this.#signUp()), previousUids: [old.uid, ...old.previousUids] };
    replacedAccount.set(old.uid);
    writeSession(session);
    return session;
  }

  async #signUp(): Promise<Tokens> {
    try {
      return await identity.signUp(this.now);
    } catch (error) {
      if (import.meta.env.DEV && import.meta.env["VITE_DEV_TOKEN"]) {
        // Only in development builds: a release build has `import.meta.env.DEV` false and drops this branch.
        return {
          uid: "dev-user",
          idToken: import.meta.env["VITE_DEV_TOKEN"] as string,
          refreshToken: "",
          expiresAt: this.now() + 3_600_000,
        };
      }
      throw error;
    }
  }
}

export const auth = new Auth();
