import { storage } from "../browser/storage";
import type { Tokens } from "./identity";

/**
 * The account of this browser: in local storage, so that every tab has the same one and is notified when another tab
 * changes it.
 */
export interface Session extends Tokens {
  /**
   * The accounts that this one replaced because the provider no longer knew them. Changes made under them are sent under
   * this one. Written in the same step as the account itself, so that no waiting change is ever without an owner. Stored
   * as `heirOf`.
   */
  readonly previousUids: readonly string[];
  /** The way in which the user chose this account, for other tabs. */
  readonly by?: "linked" | "left" | undefined;
  /**
   * The device was removed. Nothing can be sent; its data stays until the user decides
   * (`features/household/EndedPage.tsx`).
   */
  readonly ended?: true | undefined;
}

/** A session as local storage has it. */
type StoredSession = Omit<Session, "previousUids"> & { readonly heirOf: readonly string[] };

export const SESSION_KEY = "larder.session";
const REPLACED_KEY = "larder.replaced";

export function readSession(): Session | null {
  try {
    const value: unknown = JSON.parse(storage.get(SESSION_KEY) ?? "null");
    if (typeof value !== "object" || value === null) return null;
    const { uid, idToken, refreshToken, expiresAt, heirOf, by, ended } = value as Partial<StoredSession>;
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
      previousUids: Array.isArray(heirOf) ? heirOf.filter((id) => typeof id === "string") : [],
      ...((by === "linked" || by === "left") && { by }),
      ...(ended === true && { ended }),
    };
  } catch {
    // A damaged entry counts as none.
    return null;
  }
}

export function writeSession({ previousUids, ...session }: Session): void {
  storage.set(SESSION_KEY, JSON.stringify({ ...session, heirOf: previousUids } satisfies StoredSession));
}

export function removeSession(): void {
  storage.remove(SESSION_KEY);
}

/**
 * The replaced account, until the user has seen the notice (`app/AccountNotice.tsx`): stored, because that may happen
 * in another tab or days later.
 */
export const replacedAccount = {
  get: (): string | null => storage.get(REPLACED_KEY),
  set: (before: string): void => storage.set(REPLACED_KEY, before),
  acknowledge: (): void => storage.remove(REPLACED_KEY),
};
