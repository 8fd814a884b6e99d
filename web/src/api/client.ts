import { withTimeout } from "../lib/browser/abort";
import { auth } from "../lib/auth/auth";
import { noteServerTime } from "../lib/time/clock";
import { setPollInterval } from "./cached/poll-interval";

/**
 * The thin client of the API. Any answer that is not OK becomes an ApiError whose text is "{status}: {body}"
 * (specification §8), with the server's stable code, its sentence for people and the offending field beside it; an
 * unreachable server becomes a NetworkError.
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** The server's sentence for the user. */
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

  /** Returns true if the same request may succeed later: the server or a proxy is busy or broken. */
  get isTemporary(): boolean {
    // The month's limit does not pass by waiting a little.
    if (this.code === "Monthly upload limit reached") return false;
    // A 409 called "conflict" is a lost race between two devices; other conflicts are refusals.
    return (
      this.status >= 500 ||
      this.status === 429 ||
      this.status === 408 ||
      this.status === 425 ||
      (this.status === 409 && this.code === "conflict")
    );
  }
}

export class NetworkError extends Error {
  override readonly name = "NetworkError";
}

/** Specification §5: every mutation requires a token. */
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

/** The sentence to show for any failure; undefined lets the caller use its own. */
export function errorSentence(error: unknown): string | undefined {
  if (error instanceof ApiError) return error.sentence;
  if (error instanceof NoTokenError) return error.message;
  return undefined;
}

export interface RequestOptions {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  body?: unknown;
  /** Makes a repeated mutation harmless: the server answers the first result again. */
  idempotencyKey?: string;
  /** The ETag of the answer that is known already: an unchanged one is not sent again. */
  known?: string | undefined;
  /**
   * `none` for requests without a sign-in; a token replaces the present account's, for a change from one account to
   * another.
   */
  authentication?: "bearer" | "none" | { readonly token: string };
  /** Whose change it is: it is sent only while that is this browser's account, or the one that took its place. */
  owner?: string | null;
  signal?: AbortSignal | undefined;
  /** Between 30 and 60 seconds by the specification §9. */
  timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 30_000;

async function send(path: string, options: RequestOptions, token: string | null): Promise<Response> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (token) headers["Authorization"] = `Bearer ${token}`;
  if (options.body !== undefined) headers["Content-Type"] = "application/json";
  if (options.idempotencyKey) headers["Idempotency-Key"] = options.idempotencyKey;
  if (options.known) headers["If-None-Match"] = options.known;
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

/** Checked after waiting for the token, since the account may have changed meanwhile. */
function isOurs({ owner }: RequestOptions): boolean {
  return owner === undefined || auth.maySend(owner);
}

/** Sends with a token, twice if the first one is refused. Any status except OK or unchanged is an ApiError. */
export async function fetchOk(path: string, options: RequestOptions): Promise<Response> {
  const { authentication = "bearer" } = options;
  const bearer = authentication === "bearer";
  let token = typeof authentication === "object" ? authentication.token : bearer ? await auth.token() : null;
  if (bearer && (token === null || !isOurs(options))) throw new NoTokenError();
  let response = await send(path, options, token);
  if (response.status === 401 && bearer) {
    // The token may have been revoked or the server's keys changed: one new token, one more try.
    token = await auth.token(true);
    if (token === null || !isOurs(options)) throw new NoTokenError();
    response = await send(path, options, token);
  }
  if (response.ok || response.status === 304) return response;
  const text = await readBody(response.text());
  throw new ApiError(response.status, text, parse(text), retryAfter(response.headers.get("Retry-After")));
}

/** A body that may break off on the way. */
export async function readBody<T>(body: Promise<T>): Promise<T> {
  try {
    return await body;
  } catch (cause) {
    throw new NetworkError("The answer broke off.", { cause });
  }
}

async function exchange(
  path: string,
  options: RequestOptions,
): Promise<{ text: string; status: number; headers: Headers }> {
  const response = await fetchOk(path, options);
  return { text: await readBody(response.text()), status: response.status, headers: response.headers };
}

/** Seconds; the header has them, or a date. */
function retryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}

export async function request<T>(path: string, options: RequestOptions = {}): Promise<T> {
  return read((await exchange(path, options)).text);
}

function read<T>(text: string): T {
  const body = parse(text);
  if (body === undefined) throw new NetworkError("The server's answer cannot be read.");
  return body as T;
}

/** The last answer to each question that is asked again and again, and whose it was. */
const last = new Map<string, { uid: string | null; etag: string; answer: unknown }>();

/**
 * Requests data that other devices may have changed: an unchanged answer comes from the cache; each answer sets the
 * poll interval.
 */
export async function requestUnlessSame<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const { uid } = auth.state();
  const before = last.get(path);
  const same = before?.uid === uid ? before : undefined;
  const { text, status, headers } = await exchange(path, { ...options, known: same?.etag });
  noteServerTime(headers.get("Date"));
  setPollInterval(headers.get("Larder-Poll"));
  if (status === 304 && same) return same.answer as T;
  const answer = read<T>(text);
  const etag = headers.get("ETag");
  if (etag === null) last.delete(path);
  else last.set(path, { uid, etag, answer });
  return answer;
}

/** For answers that are no JSON, such as the export's CSV. */
export async function requestText(path: string, options: RequestOptions = {}): Promise<string> {
  return (await exchange(path, options)).text;
}

function parse(text: string): unknown {
  if (text === "") return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
