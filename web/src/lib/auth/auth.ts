import { storage } from "../storage";
import { withLock } from "../locks";
import * as identity from "./identity";
import { IdentityRefused, type Tokens } from "./identity";

/**
 * Who is using this browser. Nobody registers: an anonymous account is made on the first visit, kept in local storage and shared by all tabs.
 *
 * Tokens are refreshed five minutes before they run out and count as expired 30 seconds early. While the provider cannot be reached the next try
 * comes after 30 s, doubling to 960 s (specification §9), or as soon as the browser is online again. All of it happens under a lock, because a
 * refresh token works once and two tabs must not both spend it.
 */
export const REFRESH_BEFORE = 5 * 60_000;
export const EXPIRED_EARLY = 30_000;
export const RETRY_FIRST = 30_000;
export const RETRY_LAST = 960_000;
const KEY = "larder.session";

export type AuthState =
  /** The first sign-in is under way and nobody was here before. */
  | { readonly status: "signing-in"; readonly uid: null }
  | { readonly status: "signed-in"; readonly uid: string }
  /** Sign-in is impossible for now: the app works on what is stored and tries again. */
  | { readonly status: "unavailable"; readonly uid: null };

/** The delay before try number `attempt` (0 for the first retry). */
export function retryDelay(attempt: number): number {
  return Math.min(RETRY_LAST, RETRY_FIRST * 2 ** attempt);
}

export function isExpired(tokens: Tokens, now: number): boolean {
  return now >= tokens.expiresAt - EXPIRED_EARLY;
}

function readTokens(): Tokens | null {
  const raw = storage.get(KEY);
  if (raw === null) return null;
  try {
    const value: unknown = JSON.parse(raw);
    if (typeof value !== "object" || value === null) return null;
    const { uid, idToken, refreshToken, expiresAt } = value as Partial<Tokens>;
    if (typeof uid === "string" && typeof idToken === "string" && typeof refreshToken === "string" && typeof expiresAt === "number") {
      return { uid, idToken, refreshToken, expiresAt };
    }
  } catch {
    // A damaged entry counts as none.
  }
  return null;
}

export class Auth {
  #state: AuthState;
  #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #attempt = 0;
  #onReplaced: ((before: string | null, after: string) => void) | undefined;
  /** Replacements that nobody has been told of yet: the first sign-in begins before the rest of the app is here. */
  #untold: { before: string | null; after: string }[] = [];

  constructor(private readonly now: () => number = Date.now) {
    const stored = readTokens();
    this.#state = stored ? { status: "signed-in", uid: stored.uid } : { status: "signing-in", uid: null };
  }

  /** Told when an account replaces another one, so that what waits to be sent can move along; also of what happened before anybody listened. */
  set onReplaced(listener: (before: string | null, after: string) => void) {
    this.#onReplaced = listener;
    for (const { before, after } of this.#untold.splice(0)) listener(before, after);
  }

  readonly state = (): AuthState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #set(state: AuthState): void {
    if (state.status === this.#state.status && state.uid === this.#state.uid) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  /** Begins: signs in if nobody is, and keeps the token fresh from then on. */
  start(): void {
    window.addEventListener("online", () => this.#wake());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.#schedule();
    });
    window.addEventListener("storage", (event) => {
      if (event.key !== KEY) return;
      const tokens = readTokens();
      if (tokens) this.#set({ status: "signed-in", uid: tokens.uid });
      this.#schedule();
    });
    const tokens = readTokens();
    if (tokens) this.#schedule();
    else void this.#renew();
  }

  /** A token that is good for at least 30 seconds, or null when none can be had at present. `force` replaces one that the API refused. */
  async token(force = false): Promise<string | null> {
    const tokens = readTokens();
    if (tokens && !force && !isExpired(tokens, this.now())) return tokens.idToken;
    return (await this.#renew(force ? tokens?.idToken : undefined))?.idToken ?? null;
  }

  /** Ends the account here (and, if it can be reached, at the provider), then starts a new one. */
  async signOutAndReset(): Promise<void> {
    await withLock("session", async () => {
      const tokens = readTokens();
      if (tokens) {
        try {
          const live = isExpired(tokens, this.now()) ? await identity.refresh(tokens.refreshToken, this.now) : tokens;
          await identity.deleteAccount(live.idToken);
        } catch (error) {
          // An account that is already gone is what was asked for.
          if (!(error instanceof IdentityRefused)) throw error;
        }
      }
      storage.remove(KEY);
    });
    this.#set({ status: "signing-in", uid: null });
    await this.#renew();
  }

  #wake(): void {
    const tokens = readTokens();
    if (!tokens || this.now() >= tokens.expiresAt - REFRESH_BEFORE) void this.#renew();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    const tokens = readTokens();
    const wait = tokens && this.#attempt === 0 ? Math.max(0, tokens.expiresAt - REFRESH_BEFORE - this.now()) : retryDelay(Math.max(0, this.#attempt - 1));
    // Longer waits than a signed 32-bit number of milliseconds would fire at once.
    this.#timer = setTimeout(() => void this.#renew(), Math.min(wait, 2_147_483_647));
  }

  /** Gets new tokens, whichever way is open. `refused` is an id token that the API no longer takes. */
  async #renew(refused?: string): Promise<Tokens | null> {
    let replaced: { before: string | null; after: string } | undefined;
    try {
      const tokens = await withLock("session", async () => {
        const stored = readTokens();
        // Another tab may have done the work while this one waited for the lock.
        if (stored && stored.idToken !== refused && this.now() < stored.expiresAt - REFRESH_BEFORE) return stored;
        const next = await this.#obtain(stored);
        storage.set(KEY, JSON.stringify(next));
        if (stored?.uid !== next.uid) replaced = { before: stored?.uid ?? null, after: next.uid };
        return next;
      });
      this.#attempt = 0;
      if (replaced) {
        if (this.#onReplaced) this.#onReplaced(replaced.before, replaced.after);
        else this.#untold.push(replaced);
      }
      this.#set({ status: "signed-in", uid: tokens.uid });
      this.#schedule();
      return tokens;
    } catch (error) {
      console.error("Signing in failed:", error);
      this.#attempt += 1;
      const stored = readTokens();
      this.#set(stored ? { status: "signed-in", uid: stored.uid } : { status: "unavailable", uid: null });
      this.#schedule();
      // The old token may still have minutes to live.
      return stored && stored.idToken !== refused && !isExpired(stored, this.now()) ? stored : null;
    }
  }

  async #obtain(stored: Tokens | null): Promise<Tokens> {
    if (stored) {
      try {
        return await identity.refresh(stored.refreshToken, this.now);
      } catch (error) {
        // Disabled, deleted or no longer honoured: signed out automatically, and a new anonymous account follows (specification §4).
        if (!(error instanceof IdentityRefused)) throw error;
      }
    }
    try {
      return await identity.signUp(this.now);
    } catch (error) {
      if (import.meta.env.DEV && import.meta.env["VITE_DEV_TOKEN"]) {
        // Development builds only: a release build replaces `import.meta.env.DEV` by false and drops this branch.
        return { uid: "dev-user", idToken: import.meta.env["VITE_DEV_TOKEN"] as string, refreshToken: "", expiresAt: this.now() + 3_600_000 };
      }
      throw error;
    }
  }
}

export const auth = new Auth();
