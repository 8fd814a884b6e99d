import { version } from "../../../package.json";
import { withTimeout } from "../browser/abort";
import { fieldsFor, readAnswer, type LookedUpProduct } from "./answer";
import { countRequest, pauseRequests } from "./rate-limit";

/** The only host of a lookup. The content security policy of the page has it if the operator allows lookups. */
const ORIGIN = "https://world.openfoodfacts.org";
const TIMEOUT_MS = 5_000;
/** An answer with the fields that are asked for has less than 4 kB. */
const MAX_ANSWER_BYTES = 256 * 1024;
const MAX_REMEMBERED = 100;

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

/** Answers of this page, so that the same code is not asked for twice. */
const remembered = new Map<string, LookupResult>();

export function forgetAnswers(): void {
  remembered.clear();
}

/**
 * Returns the digits under which the database has a GTIN: an EAN-8 with 8, an EAN-13 or UPC with 13. Null for the number
 * of a case (14 digits), which it does not have.
 */
export function lookupCode(gtin: string): string | null {
  if (!/^\d{14}$/.test(gtin) || !gtin.startsWith("0")) return null;
  return gtin.startsWith("000000") ? gtin.slice(6) : gtin.slice(1);
}

export function productPage(code: string): string {
  return `${ORIGIN}/product/${code}`;
}

/**
 * Asks Open Food Facts for a product, once: a failure is returned, never retried. Rejects only if `signal` aborts.
 *
 * Browsers do not let a page set `User-Agent`. The parameters `app_name` and `app_version` identify the app instead; a
 * header of its own would need a preflight request each time.
 */
export async function lookUp(code: string, language: string, signal: AbortSignal): Promise<LookupResult> {
  const key = `${language} ${code}`;
  const known = remembered.get(key);
  if (known) return known;
  if (!countRequest()) return { kind: "failed", reason: "limit" };
  const limited = withTimeout(TIMEOUT_MS, signal);
  let result: LookupResult;
  try {
    result = await ask(code, language, limited);
  } catch {
    signal.throwIfAborted();
    return { kind: "failed", reason: limited.aborted ? "slow" : "unreachable" };
  }
  if (result.kind === "failed") return result;
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(key, result);
  return result;
}

async function ask(code: string, language: string, signal: AbortSignal): Promise<LookupResult> {
  const query = new URLSearchParams({ fields: fieldsFor(language), app_name: "Larder", app_version: version });
  const response = await fetch(`${ORIGIN}/api/v2/product/${code}.json?${query.toString()}`, {
    credentials: "omit",
    referrerPolicy: "no-referrer",
    // Products of its sister databases are on other hosts.
    redirect: "error",
    cache: "no-store",
    signal,
  });
  // 503 is the documented answer above the limit, 429 that of its proxy.
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
    const product = readAnswer(JSON.parse(body), code, language);
    return product ? { kind: "found", product } : { kind: "unknown" };
  } catch {
    return unreadable;
  }
}

/** Reads at most `MAX_ANSWER_BYTES`. Returns null, and stops the download, if there are more. */
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
    if (length > MAX_ANSWER_BYTES) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}
