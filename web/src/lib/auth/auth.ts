import { withLock } from "../browser/locks";
import { createListeners } from "../state/listeners";
import * as identity from "./identity";
import { isEnded, isGone, IdentityRefused, type Tokens } from "./identity";
import { readSession, removeSession, replacedAccount, SESSION_KEY, writeSession, type Session } from "./session";

/**
 * Manages this browser's anonymous account: created on the first visit, stored in local storage, shared by all tabs.
 *
 * An account changes in four ways. The provider reports that it is gone: a new one replaces it and takes over unsent
 * changes. The user signs out: all of its data is deleted. The browser is linked to another larder, or leaves a shared
 * one (`api/household/moves.ts`). Each tab compares the stored session with the one it knows, so all tabs notice a
 * change. A device that was removed keeps its lists on screen, and sends nothing, until the user decides how to go on.
 *
 * Tokens are refreshed five minutes before they expire and count as expired 30 seconds early. While the provider is
 * unreachable, retries follow after 30 s, doubling to 960 s (specification §9), or when the browser is online again. A
 * lock covers all of it, because a refresh token works once and two tabs must not both use it.
 */
export const REFRESH_BEFORE_MS = 5 * 60_000;
export const EXPIRED_EARLY_MS = 30_000;
export const MIN_RETRY_MS = 30_000;
export const MAX_RETRY_MS = 960_000;

export type AuthState =
  /** The first sign-in is in progress, and there was no account before. */
  | { readonly status: "signing-in"; readonly uid: null }
  | { readonly status: "signed-in"; readonly uid: string }
  /** This device was removed from its larder. */
  | { readonly status: "ended"; readonly uid: string }
  /** Sign-up is closed: devices join by a member device's code. */
  | { readonly status: "closed"; readonly uid: null }
  /** Sign-in is impossible for now: the app works on what is stored and tries again. */
  | { readonly status: "unavailable"; readonly uid: null };

const SIGNING_IN: AuthState = { status: "signing-in", uid: null };
const CLOSED: AuthState = { status: "closed", uid: null };
const UNAVAILABLE: AuthState = { status: "unavailable", uid: null };
/** The provider's errors for deleting an account that is already deleted. */
const ENDED: ReadonlySet<string> = new Set(["USER_NOT_FOUND", "USER_DISABLED"]);

/** The delay before try number `attempt` (0 for the first retry). */
export function retryDelay(attempt: number): number {
  return Math.min(MAX_RETRY_MS, MIN_RETRY_MS * 2 ** attempt);
}

export function isExpired(tokens: Tokens, now: number): boolean {
  return now >= tokens.expiresAt - EXPIRED_EARLY_MS;
}

/** An account that this browser no longer uses, and why. */
export interface AccountChange {
  readonly before: string;
  readonly how: "replaced" | "signed-out" | "linked" | "left";
}

function stateOf(session: Session | null, otherwise: AuthState): AuthState {
  return session ? { status: session.ended ? "ended" : "signed-in", uid: session.uid } : otherwise;
}

/** Options of the first sign-in of a browser without an account. */
export interface SignInOptions {
  /** Returns the tokens of an existing account (install pass), or null for a new account. */
  readonly first?: (() => Promise<Tokens | null>) | undefined;
  /** No sign-in before the first request: the page may open another larder. */
  readonly later?: boolean;
}

export class Auth {
  #first: SignInOptions["first"];
  #state: AuthState;
  readonly #listeners = createListeners();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #attempt = 0;
  readonly #changeListeners = createListeners<[AccountChange]>();

  constructor(private readonly now: () => number = Date.now) {
    this.#state = stateOf(readSession(), SIGNING_IN);
  }

  /** Calls the listener, in every tab, when the account that the tab showed is no longer the one of this browser. */
  readonly onAccountChange = this.#changeListeners.subscribe;

  /** Returns true if changes made under this account (or before there was one) belong to the current user. */
  owns(uid: string | null): boolean {
    const session = readSession();
    return uid === null || (session !== null && (session.uid === uid || session.previousUids.includes(uid)));
  }

  /**
   * Returns true if changes of this account may be sent under the present one: the present one replaced it, and the
   * user did not move to another larder.
   */
  maySend(uid: string | null): boolean {
    return this.owns(uid) && (uid === null || uid === readSession()?.uid || readSession()?.by === undefined);
  }

  /** Every name that this person's things are kept under. */
  names(): readonly string[] {
    const session = readSession();
    return session ? [session.uid, ...session.previousUids] : [];
  }

  readonly state = (): AuthState => this.#state;

  readonly subscribe = this.#listeners.subscribe;

  /** Takes over what is stored, and tells of an account that is gone with it. */
  #follow(session: Session | null, otherwise: AuthState): void {
    const before = this.#state.uid;
    this.#set(stateOf(session, otherwise));
    if (before === null || before === session?.uid) return;
    const how = session?.by ?? (session?.previousUids.includes(before) ? "replaced" : "signed-out");
    this.#changeListeners.notify({ before, how });
  }

  #set(state: AuthState): void {
    if (state.status === this.#state.status && state.uid === this.#state.uid) return;
    this.#state = state;
    this.#listeners.notify();
  }

  /** Starts: signs in if necessary, and then keeps the token fresh. */
  start({ first, later = false }: SignInOptions = {}): void {
    this.#first = first;
    window.addEventListener("online", () => this.#wake());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.#schedule();
    });
    window.addEventListener("storage", (event) => {
      // `null` means that all keys changed.
      if (event.key !== SESSION_KEY && event.key !== null) return;
      this.#follow(readSession(), SIGNING_IN);
      this.#schedule();
    });
    const tokens = readSession();
    if (tokens) this.#schedule();
    else if (!later) void this.#renew();
  }

  /**
   * A token that is good for at least 30 seconds, or null when none can be had at present. `force` replaces one that
   * the API refused.
   */
  async token(force = false): Promise<string | null> {
    const tokens = readSession();
    if (tokens && !tokens.ended && !force && !isExpired(tokens, this.now())) return tokens.idToken;
    const next = await this.#renew(force ? tokens?.idToken : undefined);
    return next && !next.ended ? next.idToken : null;
  }

  /**
   * Changes whose browser this is, while no other tab can: `work` stores the next session, or leaves none for a new
   * account to be made.
   */
  async change(work: (session: Session | null) => Promise<void>): Promise<void> {
    await withLock("session", () => work(readSession()));
    this.#follow(readSession(), SIGNING_IN);
    await this.#renew();
  }

  /**
   * Ends the account at the provider and here, then starts a new one. `forget` drops everything that is kept under the
   * names it is given.
   */
  async signOutAndReset(forget: (uids: readonly string[]) => Promise<void>): Promise<void> {
    await this.change(async (session) => {
      if (!session) return;
      try {
        const live = isExpired(session, this.now()) ? await this.#refreshed(session) : session;
        await identity.deleteAccount(live.idToken).catch((error: unknown) => {
          // An id token that counts as expired only says that this clock is wrong.
          if (!(error instanceof IdentityRefused) || !ENDED.has(error.code))
            throw new Error("The account could not be ended.", { cause: error });
        });
      } catch (error) {
        // An account that is already gone is what was asked for.
        if (!isGone(error)) throw error;
      }
      await forget(this.names());
      removeSession();
    });
  }

  async #refreshed(session: Session): Promise<Session> {
    const next = { ...session, ...(await identity.refresh(session.refreshToken, this.now)) };
    writeSession(next);
    return next;
  }

  #wake(): void {
    const tokens = readSession();
    if (!tokens || this.now() >= tokens.expiresAt - REFRESH_BEFORE_MS) void this.#renew();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    const tokens = readSession();
    if (tokens?.ended) return;
    const wait =
      tokens && this.#attempt === 0
        ? Math.max(0, tokens.expiresAt - REFRESH_BEFORE_MS - this.now())
        : retryDelay(Math.max(0, this.#attempt - 1));
    // Longer waits than a signed 32-bit number of milliseconds would fire at once.
    this.#timer = setTimeout(() => void this.#renew(), Math.min(wait, 2_147_483_647));
  }

  /** Gets new tokens, whichever way is open. `refused` is an id token that the API no longer takes. */
  async #renew(refused?: string): Promise<Session | null> {
    try {
      const tokens = await withLock("session", async () => {
        const stored = readSession();
        if (stored?.ended) return stored;
        // Another tab may have done the work while this one waited for the lock.
        if (stored && stored.idToken !== refused && this.now() < stored.expiresAt - REFRESH_BEFORE_MS) return stored;
        return this.#obtain(stored);
      });
      this.#attempt = 0;
      this.#follow(tokens, SIGNING_IN);
      this.#schedule();
      return tokens;
    } catch (error) {
      console.error("Signing in failed:", error);
      this.#attempt += 1;
      const stored = readSession();
      this.#follow(stored, identity.isClosed(error) ? CLOSED : UNAVAILABLE);
      this.#schedule();
      // The old token may still have minutes to live.
      return stored && stored.idToken !== refused && !isExpired(stored, this.now()) ? stored : null;
    }
  }

  /** Gets the stored account's next tokens, or a new account; stores them before notifying anyone. */
  async #obtain(stored: Session | null): Promise<Session> {
    if (stored) {
      try {
        return await this.#refreshed(stored);
      } catch (error) {
        if (isEnded(error)) {
          const ended = { ...stored, ended: true as const };
          writeSession(ended);
          return ended;
        }
        // Only the provider's own word ends an account (specification §4: disabled, or its token expired). Whatever
        // else comes back means "not now".
        if (!isGone(error)) throw error;
        // Without locks, another tab may have spent this token and stored the next.
        const meanwhile = readSession();
        if (meanwhile && meanwhile.refreshToken !== stored.refreshToken) return meanwhile;
      }
    }
    const waiting = stored ? null : await this.#first?.();
    const session: Session = {
      ...(waiting ?? (await this.#signUp())),
      previousUids: stored ? [stored.uid, ...stored.previousUids] : [],
    };
    if (stored) replacedAccount.set(stored.uid);
    writeSession(session);
    return session;
  }

  async #signUp(): Promise<Tokens> {
    try {
      return await identity.signUp(this.now);
    } catch (error) {
      if (import.meta.env.DEV && import.meta.env["VITE_DEV_TOKEN"]) {
        // Development builds only: a release build replaces `import.meta.env.DEV` by false and drops this branch.
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
