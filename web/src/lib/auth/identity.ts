/*
 * The identity provider's REST protocol (the part of Google's Identity Toolkit for anonymous accounts). The default
 * provider is Larder's own function on the same origin; a build can use another with VITE_IDENTITY_BASE,
 * VITE_IDENTITY_TOKEN_URL and VITE_IDENTITY_KEY.
 */

export interface Tokens {
  readonly uid: string;
  readonly idToken: string;
  readonly refreshToken: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** The provider refused a request. `code` is its error code, for instance TOKEN_EXPIRED or USER_DISABLED. */
export class IdentityRefused extends Error {
  override readonly name = "IdentityRefused";
  constructor(
    readonly code: string,
    readonly status: number,
  ) {
    super(code);
  }
}

/**
 * The provider could not be reached or is broken, or another program answered (a firewall's 403, a deployment's 404).
 * This says nothing about the account, so the client retries.
 */
export class IdentityUnreachable extends Error {
  override readonly name = "IdentityUnreachable";
}

/** The error codes by which the provider says that the account was deleted. */
const DELETED: ReadonlySet<string> = new Set(["USER_DISABLED", "USER_NOT_FOUND"]);

export function isDeleted(error: unknown): boolean {
  return error instanceof IdentityRefused && DELETED.has(error.code);
}

/** The reason why a device is no longer in its larder. */
export type EndReason = "removed" | "signed-out";

/**
 * The error codes of a refresh-token grant that end this device, not its larder. The provider may not know a token that
 * it issued, because an older backup was restored.
 */
const ENDED: ReadonlyMap<string, EndReason> = new Map([
  ["DEVICE_ENDED", "removed"],
  ["TOKEN_EXPIRED", "signed-out"],
  ["INVALID_REFRESH_TOKEN", "signed-out"],
]);

export function endReason(error: unknown): EndReason | undefined {
  return error instanceof IdentityRefused ? ENDED.get(error.code) : undefined;
}

/** Returns true for the provider's error of a closed sign-up. */
export function isClosed(error: unknown): boolean {
  return error instanceof IdentityRefused && error.code === "ADMIN_ONLY_OPERATION";
}

export const BASE: string = import.meta.env["VITE_IDENTITY_BASE"] ?? "/identity/v1";
const TOKEN_URL: string = import.meta.env["VITE_IDENTITY_TOKEN_URL"] ?? `${BASE}/token`;
const KEY: string = import.meta.env["VITE_IDENTITY_KEY"] ?? "";
const TIMEOUT_MS = 30_000;

function withKey(url: string): string {
  return KEY ? `${url}?key=${encodeURIComponent(KEY)}` : url;
}

export async function post(url: string, init: RequestInit): Promise<Record<string, unknown>> {
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(withKey(url), { ...init, method: "POST", signal: AbortSignal.timeout(TIMEOUT_MS) });
    body = await response.json().catch(() => null);
  } catch (cause) {
    throw new IdentityUnreachable("The sign-in service cannot be reached.", { cause });
  }
  if (response.ok && typeof body === "object" && body !== null) return body as Record<string, unknown>;
  const code =
    response.status >= 400 && response.status < 500 && response.status !== 429 ? refusalCode(body) : undefined;
  if (code === undefined) throw new IdentityUnreachable(`The sign-in service answered ${response.status}.`);
  throw new IdentityRefused(code, response.status);
}

/**
 * Returns the code of `{error: {message: "CODE"}}` or `{error: {message: "CODE : reason"}}`, the provider's formats.
 */
function refusalCode(body: unknown): string | undefined {
  const error = typeof body === "object" && body !== null && "error" in body ? body.error : undefined;
  if (typeof error !== "object" || error === null || !("message" in error) || typeof error.message !== "string")
    return undefined;
  return error.message.split(" ")[0];
}

export function textField(body: Record<string, unknown>, field: string): string {
  const value = body[field];
  if (typeof value !== "string" || value === "")
    throw new IdentityUnreachable(`The sign-in service left out ${field}.`);
  return value;
}

/** Returns the time of expiry, from a field with seconds; an hour from `now` if it is missing. */
export function expiryOf(body: Record<string, unknown>, field: string, now: number): number {
  const seconds = Number(body[field]);
  return now + (Number.isFinite(seconds) && seconds > 0 ? seconds : 3600) * 1000;
}

export const JSON_HEADERS = { "Content-Type": "application/json" };

/** Creates an anonymous account. */
export async function signUp(now: () => number): Promise<Tokens> {
  const body = await post(`${BASE}/accounts:signUp`, {
    headers: JSON_HEADERS,
    body: JSON.stringify({ returnSecureToken: true }),
  });
  return {
    uid: textField(body, "localId"),
    idToken: textField(body, "idToken"),
    refreshToken: textField(body, "refreshToken"),
    expiresAt: expiryOf(body, "expiresIn", now()),
  };
}

export async function refresh(refreshToken: string, now: () => number): Promise<Tokens> {
  const form = new URLSearchParams({ grant_type: "refresh_token", refresh_token: refreshToken });
  const body = await post(TOKEN_URL, { body: form });
  return {
    uid: textField(body, "user_id"),
    idToken: textField(body, "id_token"),
    refreshToken: textField(body, "refresh_token"),
    expiresAt: expiryOf(body, "expires_in", now()),
  };
}

export async function deleteAccount(idToken: string): Promise<void> {
  await post(`${BASE}/accounts:delete`, { headers: JSON_HEADERS, body: JSON.stringify({ idToken }) });
}
