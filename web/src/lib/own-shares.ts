import { storage } from "./browser/storage";

/** A share that this browser created. Only the browser stores its token, since the server has a hash. */
interface OwnShare {
  readonly uid: string;
  readonly token: string;
  readonly url: string;
  readonly title: string;
  /** An ISO 8601 time. */
  readonly createdAt: string;
}

const KEY = "larder.shares";
const SHARE_TTL_MS = 30 * 86_400_000;

function isShare(value: unknown): value is OwnShare {
  if (typeof value !== "object" || value === null) return false;
  const { uid, token, url, title, createdAt } = value as Partial<OwnShare>;
  return [uid, token, url, title, createdAt].every((text) => typeof text === "string");
}

function readAll(): OwnShare[] {
  try {
    const value: unknown = JSON.parse(storage.get(KEY) ?? "[]");
    return Array.isArray(value) ? value.filter(isShare) : [];
  } catch {
    return [];
  }
}

export function ownShares(uid: string | null, now: Date): OwnShare[] {
  return readAll().filter((share) => share.uid === uid && now.getTime() - Date.parse(share.createdAt) < SHARE_TTL_MS);
}

export function rememberShare(share: OwnShare, now: Date): void {
  // Drops shares of other accounts, which cannot be turned off from this browser.
  storage.set(KEY, JSON.stringify([share, ...ownShares(share.uid, now)]));
}

export function forgetShare(token: string): void {
  storage.set(KEY, JSON.stringify(readAll().filter((share) => share.token !== token)));
}

export function forgetSharesOf(uids: readonly string[]): void {
  storage.set(KEY, JSON.stringify(readAll().filter((share) => !uids.includes(share.uid))));
}
