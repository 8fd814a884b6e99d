import { storage } from "../browser/storage";
import type { EndReason, Tokens } from "./identity";

/** The account of this browser, in local storage: all tabs share it, and are notified when one changes it. */
export interface Session extends Tokens {
  /**
   * The deleted accounts that this one replaced; their waiting changes are sent under this one. Written together with
   * the account, so that every waiting change has an owner. Stored as `heirOf`.
   */
  readonly previousUids: readonly string[];
  /** The user's action that chose this account, for other tabs. */
  readonly by?: "linked" | "left" | undefined;
  /**
   * The device was removed or signed out: it sends nothing, and keeps its data for the user
   * (`features/household/RemovedDevicePage.tsx`).
   */
  readonly ended?: EndReason | undefined;
}

type StoredSession = Omit<Session, "previousUids" | "ended"> & {
  readonly heirOf: readonly string[];
  /** Earlier versions stored `true` for a removed device. */
  readonly ended?: EndReason | true | undefined;
};

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
      ...((ended === true || ended === "removed") && { ended: "removed" }),
      ...(ended === "signed-out" && { ended }),
    };
  } catch {
    // A damaged session counts as missing.
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
 * The replaced account, stored until the user has seen the notice (`app/notices/AccountNotice.tsx`), which may be days
 * later.
 */
export const replacedAccount = {
  get: (): string | null => storage.get(REPLACED_KEY),
  set: (uid: string): void => storage.set(REPLACED_KEY, uid),
  acknowledge: (): void => storage.remove(REPLACED_KEY),
};
