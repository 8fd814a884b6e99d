/**
 * The identity provider's REST protocol (Google's Identity Toolkit, as far as an anonymous person needs it). The
 * default provider is Larder's own function on the same origin; a build can point at another with VITE_IDENTITY_BASE,
 * VITE_IDENTITY_TOKEN_URL and VITE_IDENTITY_KEY.
 */
export interface Tokens {
  readonly uid: string;
  readonly idToken: string;
  readonly refreshToken: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** The provider said no in its own words; `code` is its word, for instance TOKEN_EXPIRED or USER_DISABLED. */
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
 * The provider could not be reached, is broken, or something else answered in its place (a firewall's 403, a
 * deployment's 404). It says nothing about the account, so nothing follows from it but another try.
 */
export class IdentityUnreachable extends Error {
  override readonly name = "IdentityUnreachable";
}

/** The error codes of a refresh-token grant for a deleted account. Any other answer means "not now". */
const GONE: ReadonlySet<string> = new Set([
  "TOKEN_EXPIRED",
  "USER_DISABLED",
  "USER_NOT_FOUND",
  "INVALID_REFRESH_TOKEN",
]);

export function isGone(error: unknown): boolean {
  return error instanceof IdentityRefused && GONE.has(error.code);
}

/** Returns true for the provider's error of a device that was removed or left. */
export function isEnded(error: unknown): boolean {
  return error instanceof IdentityRefused && error.code === "DEVICE_ENDED";
}

/** Returns true for the provider's error of a closed sign-up. */
export function isClosed(error: unknown): boolean {
  return error instanceof IdentityRefused && error.code === "ADMIN_ONLY_OPERATION";
}

export const BASE: string = import.meta.env["VITE_IDENTITY_BASE"] ?? "/identity/v1";
const TOKEN_URL: string = import.meta.env["VITE_IDENTITY_TOKEN_URL"] ?? `${BASE}/token`;
const KEY: string = import.meta.env["VITE_IDENTITY_KEY"] ?? "";
const TIMEOUT = 30_000;

function withKey(url: string): string {
  return KEY ? `${url}?key=${encodeURIComponent(KEY)}` : url;
}

export async function call(url: string, init: RequestInit): Promise<Record<string, unknown>> {
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(withKey(url), { ...init, method: "POST", signal: AbortSignal.timeout(TIMEOUT) });
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
 * The provider's own form is `{error: {message: "CODE"}}`, or `{error: {message: "CODE : why"}}`. Whatever has another
 * form is not from it.
 */
function refusalCode(body: unknown): string | undefined {
  const error = typeof body === "object" && body !== null && "error" in body ? body.error : undefined;
  if (typeof error !== "object" || error === null || !("message" in error) || typeof error.message !== "string")
    return undefined;
  return error.message.split(" ")[0];
}

export function text(body: Record<string, unknown>, field: string): string {
  const value = body[field];
  if (typeof value !== "string" || value === "")
    throw new IdentityUnreachable(`The sign-in service left out ${field}.`);
  return value;
}

export function expiry(body: Record<string, unknown>, field: string, now: number): number {
  const seconds = Number(body[field]);
  return now + (Number.isFinite(seconds) && seconds > 0 ? seconds : 3600) * 1000;
}

export const JSON_HEADERS = { "Content-Type": "application/json" };

/** `setUp` is the secret of a set-up link, if sign-up needs one. */
export async function signUp(now: () => number, setUp?: string): Promise<Tokens> {
  const body = await call(`${BASE}/accounts:signUp`, {
    headers: JSON_HEADERS,
    body: JSON.stringify({ returnSecureToken: true, setUp }),
  });
  return {
    uid: text(body, "localId"),
    idToken: text(body, "idToken"),
    refreshToken: text(body, "refreshToken"),
    expiresAt: expiry(body, "expiresIn", now()),
  };
}

export async function refresh(refreshToken: string, now: () => number): Promise<Tokens> {
  const form = new URLSearchParams({ grant_type: "refresh_token", refresh_token: refreshToken });
  const body = await call(TOKEN_URL, { body: form });
  return {
    uid: text(body, "user_id"),
    idToken: text(body, "id_token"),
    refreshToken: text(body, "refresh_token"),
    expiresAt: expiry(body, "expires_in", now()),
  };
}

export async function deleteAccount(idToken: string): Promise<void> {
  await call(`${BASE}/accounts:delete`, { headers: JSON_HEADERS, body: JSON.stringify({ idToken }) });
}
