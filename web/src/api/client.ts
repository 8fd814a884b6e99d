import { withTimeout } from "../lib/browser/abort";
import { auth } from "../lib/auth/auth";
import { noteServerTime } from "../lib/time/clock";
import { setPollInterval } from "./cached/poll-interval";
import { storeRole } from "./household/role";

/** The code of a 429 that lasts until the next month. */
export const MONTHLY_LIMIT_REACHED = "Monthly upload limit reached";

/** A response that is not OK, with the message "{status}: {body}" (specification §8). */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** The server's message for the user, in English. */
  readonly sentence: string | undefined;
  /** The stable code that clients branch on. */
  readonly code: string | undefined;
  readonly field: string | undefined;

  constructor(
    readonly status: number,
    text: string,
    readonly body: unknown,
    readonly retryAfterSeconds: number | undefined,
  ) {
    super(`${status}: ${text}`);
    this.sentence = textField(body, "message");
    this.code = textField(body, "error");
    this.field = textField(body, "field");
  }

  /** Returns true if the same request may succeed later, because the server or a proxy is busy or broken. */
  get isTemporary(): boolean {
    if (this.code === MONTHLY_LIMIT_REACHED) return false;
    // The code "conflict" means that two requests raced; a 409 with another code is a refusal.
    return (
      this.status >= 500 ||
      this.status === 429 ||
      this.status === 408 ||
      this.status === 425 ||
      (this.status === 409 && this.code === "conflict")
    );
  }
}

/**
 * The server could not be reached, its response is incomplete or not JSON, or another program answered (a proxy's 404,
 * a firewall's 403). This says nothing about the request, so the client retries.
 */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
}

/** There is no valid token, or the change belongs to another account. Nothing was carried out. */
export class NoTokenError extends Error {
  override readonly name = "NoTokenError";
  constructor() {
    super("No authentication token");
  }
}

function textField(body: unknown, field: string): string | undefined {
  if (typeof body !== "object" || body === null || !(field in body)) return undefined;
  const value = (body as Record<string, unknown>)[field];
  return typeof value === "string" ? value : undefined;
}

/** Returns the text to show for a failure; undefined if the caller shows its own. */
export function errorText(error: unknown): string | undefined {
  if (error instanceof ApiError) return error.sentence;
  if (error instanceof NoTokenError) return error.message;
  return undefined;
}

export interface RequestOptions {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  body?: unknown;
  /** Makes a mutation safe to repeat: the server returns the first response again. */
  idempotencyKey?: string;
  /** The ETag of the cached response: the server answers 304 if it has not changed. */
  etag?: string | undefined;
  /** `none` for a request without sign-in; a token for a request as another account than the current one. */
  authentication?: "bearer" | "none" | { readonly token: string };
  /** The account that made a change: it is sent only as this account, or as the one that replaced it. */
  owner?: string | null;
  signal?: AbortSignal | undefined;
  /** In milliseconds; `DEFAULT_TIMEOUT_MS` by default. 30 to 60 seconds (specification §9). */
  timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 30_000;

async function send(path: string, options: RequestOptions, token: string | null): Promise<Response> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (token) headers["Authorization"] = `Bearer ${token}`;
  if (options.body !== undefined) headers["Content-Type"] = "application/json";
  if (options.idempotencyKey) headers["Idempotency-Key"] = options.idempotencyKey;
  if (options.etag) headers["If-None-Match"] = options.etag;
  const signal = withTimeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS, options.signal);
  try {
    return await fetch(path, {
      method: options.method ?? "GET",
      headers,
      credentials: "include",
      body: options.body === undefined ? null : JSON.stringify(options.body),
      signal,
    });
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    throw new NetworkError("The server cannot be reached.", { cause });
  }
}

/** Checked after waiting for a token, because the account may have changed in between. */
function maySend({ owner }: RequestOptions): boolean {
  return owner === undefined || auth.maySend(owner);
}

/** Sends with a token, and once more with a new one after a 401. Throws unless the status is 2xx or 304. */
export async function fetchOk(path: string, options: RequestOptions): Promise<Response> {
  const { authentication = "bearer" } = options;
  const isBearer = authentication === "bearer";
  let token = typeof authentication === "object" ? authentication.token : isBearer ? await auth.token() : null;
  if (isBearer && (token === null || !maySend(options))) throw new NoTokenError();
  let response = await send(path, options, token);
  if (response.status === 401 && isBearer) {
    // The token may have been revoked, or the server's keys changed.
    token = await auth.token(true);
    if (token === null || !maySend(options)) throw new NoTokenError();
    response = await send(path, options, token);
  }
  if (response.ok || response.status === 304) return response;
  const text = await readBody(response.text());
  const error = new ApiError(response.status, text, parse(text), parseRetryAfter(response.headers.get("Retry-After")));
  throw isOfServer(error) ? error : new NetworkError("Another program answered.", { cause: error });
}

/** Returns true for an answer with a code, which only the server gives, and for what a proxy may say in its place. */
function isOfServer({ status, code, isTemporary }: ApiError): boolean {
  return code !== undefined || isTemporary || status === 413;
}

/** Reads a body; throws a NetworkError if the connection breaks. */
export async function readBody<T>(body: Promise<T>): Promise<T> {
  try {
    return await body;
  } catch (cause) {
    throw new NetworkError("The response is incomplete.", { cause });
  }
}

async function fetchText(
  path: string,
  options: RequestOptions,
): Promise<{ text: string; status: number; headers: Headers }> {
  const response = await fetchOk(path, options);
  return { text: await readBody(response.text()), status: response.status, headers: response.headers };
}

/**
 * The server's daily limits ask for longer: a client tries again after an hour. A timer of more than 24 days would fire
 * at once.
 */
export const MAX_RETRY_AFTER_SECONDS = 3_600;

/** Returns seconds. The header has seconds or a date. */
function parseRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return seconds > 0 ? Math.min(MAX_RETRY_AFTER_SECONDS, seconds) : undefined;
}

export async function request<T>(path: string, options: RequestOptions = {}): Promise<T> {
  return parseBody((await fetchText(path, options)).text);
}

function parseBody<T>(text: string): T {
  const body = parse(text);
  if (body === undefined) throw new NetworkError("The server's response is not JSON.");
  return body as T;
}

/** The last response of each polled path, with its account. */
const cached = new Map<string, { uid: string | null; etag: string; body: unknown }>();

/**
 * Requests data that other devices may have changed. A 304 is answered from the cache; each response sets the poll
 * interval and the role.
 */
export async function requestIfChanged<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const { uid } = auth.state();
  const last = cached.get(path);
  const own = last?.uid === uid ? last : undefined;
  const { text, status, headers } = await fetchText(path, { ...options, etag: own?.etag });
  noteServerTime(headers.get("Date"));
  setPollInterval(headers.get("Larder-Poll"));
  // A late response of an earlier account does not count.
  if (auth.state().uid === uid) storeRole(headers.get("Larder-Role"));
  if (status === 304 && own) return own.body as T;
  const body = parseBody<T>(text);
  const etag = headers.get("ETag");
  if (etag === null) cached.delete(path);
  else cached.set(path, { uid, etag, body });
  return body;
}

/** Requests a response that is not JSON, such as the CSV export. */
export async function requestText(path: string, options: RequestOptions = {}): Promise<string> {
  return (await fetchText(path, options)).text;
}

/** Returns undefined if the text is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
