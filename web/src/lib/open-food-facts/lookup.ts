import { version } from "../../../package.json";
import { withTimeout } from "../browser/abort";
import { fieldsFor, parseProduct, type LookedUpProduct } from "./product-response";
import { countRequest, pauseRequests } from "./rate-limit";

/** The host of lookups. The content security policy contains it if the operator allows lookups. */
const ORIGIN = "https://world.openfoodfacts.org";
const TIMEOUT_MS = 5_000;
/** Far above the usual size of 4 kB. */
const MAX_RESPONSE_BYTES = 256 * 1024;
const MAX_CACHED = 100;

export type LookupFailure =
  /** 15 requests were sent within a minute, or the service refused one. */
  | "limit"
  | "slow"
  | "unreachable"
  /** An error page, too many bytes, or an undocumented answer. */
  | "unreadable";

export type LookupResult =
  | { readonly kind: "found"; readonly product: LookedUpProduct }
  | { readonly kind: "unknown" }
  | { readonly kind: "failed"; readonly reason: LookupFailure };

/** The results of this page load, so that a code is looked up once. */
const cache = new Map<string, LookupResult>();

export function clearLookupCache(): void {
  cache.clear();
}

/**
 * Returns the database's code of a GTIN: 8 digits of an EAN-8, 13 of an EAN-13 or UPC. Null for the 14 digits of a
 * case.
 */
export function lookupCode(gtin: string): string | null {
  if (!/^\d{14}$/.test(gtin) || !gtin.startsWith("0")) return null;
  return gtin.startsWith("000000") ? gtin.slice(6) : gtin.slice(1);
}

export function productPage(code: string): string {
  return `${ORIGIN}/product/${code}`;
}

/** Looks up a product in Open Food Facts. Never retries. Rejects only if `signal` aborts. */
export async function lookUp(code: string, language: string, signal: AbortSignal): Promise<LookupResult> {
  const key = `${language} ${code}`;
  const cached = cache.get(key);
  if (cached) return cached;
  if (!countRequest()) return { kind: "failed", reason: "limit" };
  const limited = withTimeout(TIMEOUT_MS, signal);
  let result: LookupResult;
  try {
    result = await fetchProduct(code, language, limited);
  } catch {
    signal.throwIfAborted();
    return { kind: "failed", reason: limited.aborted ? "slow" : "unreachable" };
  }
  if (result.kind === "failed") return result;
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(key, result);
  return result;
}

/**
 * Identifies the app by parameters: browsers do not let a page set `User-Agent`, and other headers need a preflight
 * request.
 */
async function fetchProduct(code: string, language: string, signal: AbortSignal): Promise<LookupResult> {
  const query = new URLSearchParams({ fields: fieldsFor(language), app_name: "Larder", app_version: version });
  const response = await fetch(`${ORIGIN}/api/v2/product/${code}.json?${query.toString()}`, {
    credentials: "omit",
    referrerPolicy: "no-referrer",
    // Non-food products would redirect to other hosts.
    redirect: "error",
    cache: "no-store",
    signal,
  });
  // Above the limit the service answers 503, and its proxy 429.
  if (response.status === 429 || response.status === 503) {
    pauseRequests();
    await response.body?.cancel();
    return { kind: "failed", reason: "limit" };
  }
  const unreadable: LookupResult = { kind: "failed", reason: "unreadable" };
  // An unknown product is a 404 with a JSON answer.
  if (!response.ok && response.status !== 404) {
    await response.body?.cancel();
    return unreadable;
  }
  const body = await readText(response);
  if (body === null) return unreadable;
  try {
    const product = parseProduct(JSON.parse(body), code, language);
    return product ? { kind: "found", product } : { kind: "unknown" };
  } catch {
    return unreadable;
  }
}

/** Returns null, and stops the download, after `MAX_RESPONSE_BYTES`. */
async function readText(response: Response): Promise<string | null> {
  const reader = response.body?.getReader();
  if (!reader) return "";
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    length += value.byteLength;
    if (length > MAX_RESPONSE_BYTES) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}
