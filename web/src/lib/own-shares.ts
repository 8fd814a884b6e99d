import { storage } from "./browser/storage";

/**
 * The lists this person shares. The server keeps only a hash of each token, so the browser that made a share is the one
 * that remembers it, for as long as the share lives (30 days, decisions.md).
 */
export interface OwnShare {
  readonly uid: string;
  readonly token: string;
  readonly url: string;
  readonly title: string;
  /** ISO-8601. */
  readonly createdAt: string;
}

const KEY = "larder.shares";
const LIFETIME = 30 * 86_400_000;

function isShare(value: unknown): value is OwnShare {
  if (typeof value !== "object" || value === null) return false;
  const { uid, token, url, title, createdAt } = value as Partial<OwnShare>;
  return [uid, token, url, title, createdAt].every((text) => typeof text === "string");
}

function all(): OwnShare[] {
  try {
    const value: unknown = JSON.parse(storage.get(KEY) ?? "[]");
    return Array.isArray(value) ? value.filter(isShare) : [];
  } catch {
    return [];
  }
}

export function ownShares(uid: string | null, now: Date): OwnShare[] {
  return all().filter((share) => share.uid === uid && now.getTime() - Date.parse(share.createdAt) < LIFETIME);
}

export function rememberShare(share: OwnShare, now: Date): void {
  // Shares of an account that is gone cannot be ended from here, so they are not kept either.
  storage.set(KEY, JSON.stringify([share, ...ownShares(share.uid, now)]));
}

export function forgetShare(token: string): void {
  storage.set(KEY, JSON.stringify(all().filter((share) => share.token !== token)));
}

export function forgetSharesOf(uids: readonly string[]): void {
  storage.set(KEY, JSON.stringify(all().filter((share) => !uids.includes(share.uid))));
}
