import { storage } from "../storage";
import type { Tokens } from "./identity";

/**
 * The account of this browser as it is kept: in local storage, so that every tab has the same one and hears when
 * another tab changes it.
 */
export interface Session extends Tokens {
  /**
   * The accounts that this one took the place of because the provider no longer knew them. What waits under their names
   * is this person's still, so it goes out under this one. Written in the same step as the account itself: there is no
   * moment at which a waiting change belongs to nobody.
   */
  readonly heirOf: readonly string[];
  /** How it came to be this browser's, when its person chose it: so that other tabs can tell. */
  readonly by?: "linked" | "left" | undefined;
  /**
   * The larder goes on without this device. Nothing can be sent any more; what is here stays until its person has
   * decided (`features/household/EndedPage.tsx`).
   */
  readonly ended?: true | undefined;
}

export const SESSION_KEY = "larder.session";
const REPLACED_KEY = "larder.replaced";

export function readSession(): Session | null {
  try {
    const value: unknown = JSON.parse(storage.get(SESSION_KEY) ?? "null");
    if (typeof value !== "object" || value === null) return null;
    const { uid, idToken, refreshToken, expiresAt, heirOf, by, ended } = value as Partial<Session>;
    if (
      typeof uid !== "string" ||
      typeof idToken !== "string" ||
      typeof refreshToken !== "string" ||
      typeof expiresAt !== "number"
    )
      return null;
    return {
      uid,
      idToken,
      refreshToken,
      expiresAt,
      heirOf: Array.isArray(heirOf) ? heirOf.filter((id) => typeof id === "string") : [],
      ...((by === "linked" || by === "left") && { by }),
      ...(ended === true && { ended }),
    };
  } catch {
    // A damaged entry counts as none.
    return null;
  }
}

export function writeSession(session: Session): void {
  storage.set(SESSION_KEY, JSON.stringify(session));
}

export function removeSession(): void {
  storage.remove(SESSION_KEY);
}

/**
 * The account that was replaced, until its person has been told (`app/AccountNotice.tsx`): kept, because they may be
 * told in another tab, or days later.
 */
export const replacedAccount = {
  get: (): string | null => storage.get(REPLACED_KEY),
  set: (before: string): void => storage.set(REPLACED_KEY, before),
  told: (): void => storage.remove(REPLACED_KEY),
};
