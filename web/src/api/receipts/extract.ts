import { ApiError, NetworkError, request } from "../client";
import type { ExtractResponse, ReceiptUpload, Schemas } from "../types";
import { withTimeout } from "../../lib/browser/abort";
import { toBase64 } from "../../lib/browser/base64";
import { newId } from "../../lib/state/ids";
import { preparePhoto } from "./prepare-photo";

/** The steps of a scan, in order. */
export type ScanStep = "prepare" | "send" | "read";

/** The maximum of specification §9, for long receipts. */
const TIMEOUT_MS = 60_000;
/** A longer upload fails and is retried later, because it holds the lock of all tabs. */
const UPLOAD_TIMEOUT_MS = 120_000;

interface Extraction {
  /** The same for all attempts of a receipt, so that a retry is not a second scan. */
  readonly idempotencyKey: string;
  readonly owner: string | null;
  /** The server's keys of photos that an earlier attempt uploaded. */
  readonly uploads?: readonly string[] | undefined;
  readonly step: (step: ScanStep) => void;
  /** Stores the keys of the photos that are uploaded so far. */
  readonly uploaded: (uploads: readonly string[]) => Promise<void>;
}

/** The body of the last attempt, so that a retry does not prepare the photo again. */
let last: { key: string; body: Schemas["Pictures"] } | undefined;

/** Prepares and sends the photos of a receipt, and resolves with the items that the reader found. */
export async function extractReceipt(
  files: readonly (Blob & { name?: string })[],
  extraction: Extraction,
): Promise<ExtractResponse> {
  const { idempotencyKey, owner, step } = extraction;
  step("prepare");
  if (last?.key !== idempotencyKey) last = undefined;
  const body = last?.body ?? (await bodyOf(files, extraction));
  if (body.imageBase64 !== undefined) last = { key: idempotencyKey, body };
  step("read");
  try {
    const response = await request<ExtractResponse>("/api/extract", {
      method: "POST",
      body,
      idempotencyKey,
      owner,
      timeoutMs: TIMEOUT_MS,
    });
    last = undefined;
    return response;
  } catch (error) {
    // The server keeps an upload for a day. If one is missing, no earlier attempt was read.
    if (extraction.uploads?.length && error instanceof ApiError && error.field?.startsWith("receiptKey"))
      return extractReceipt(files, { ...extraction, uploads: [] });
    throw error;
  }
}

/**
 * Puts a single small photo into the request; uploads a large one or several, which would exceed the request's limit.
 */
async function bodyOf(
  files: readonly (Blob & { name?: string })[],
  { owner, step, uploads = [], uploaded }: Extraction,
): Promise<Schemas["Pictures"]> {
  const keys = [...uploads];
  // One after the other, because decoding a photo needs tens of megabytes.
  for (const file of files.slice(keys.length)) {
    const { kind, blob } = await preparePhoto(file);
    step("send");
    if (files.length === 1 && kind === "inline") return { imageBase64: await toBase64(blob) };
    keys.push(await upload(blob, owner));
    await uploaded([...keys]);
  }
  return files.length === 1 ? { receiptKey: keys[0] ?? null } : { receiptKeys: keys };
}

async function upload(blob: Blob, owner: string | null): Promise<string> {
  const { receiptKey, uploadUrl } = await request<ReceiptUpload>("/api/receipts", {
    method: "POST",
    body: { length: blob.size },
    idempotencyKey: newId(),
    owner,
  });
  let response: Response;
  try {
    response = await fetch(uploadUrl, { method: "PUT", body: blob, signal: withTimeout(UPLOAD_TIMEOUT_MS) });
  } catch (cause) {
    throw new NetworkError("The photo could not be uploaded.", { cause });
  }
  // Only the size is the photo's fault. After a 503 the change is retried, with a new URL: this one may have expired.
  const status = response.status === 413 ? 413 : 503;
  if (!response.ok) throw new ApiError(status, "The photo could not be uploaded.", null, undefined);
  return receiptKey;
}
