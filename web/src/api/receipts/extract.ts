import { ApiError, NetworkError, request } from "../client";
import type { ExtractResponse, ReceiptUpload, Schemas } from "../types";
import { withTimeout } from "../../lib/abort";
import { newId } from "../../lib/ids";
import { preparePhoto, type Prepared } from "./prepare-photo";

/** The steps of a scan, in order. */
export type ScanStep = "prepare" | "send" | "read" | "store";

/** Sixty seconds at most (specification §9): a long receipt takes its time. */
const TIMEOUT_MS = 60_000;
/** An upload that takes longer gives up its turn: the lock of all tabs is held meanwhile. It is tried again later. */
const UPLOAD_TIMEOUT_MS = 120_000;

interface Extraction {
  /** Made once per photo, so that a repeated attempt is not a second scan. */
  idempotencyKey: string;
  owner: string | null;
  onStep?: (step: ScanStep) => void;
  signal?: AbortSignal | undefined;
}

/** The uploads of a scan: a retry asks the server the same question and gets the first answer if it was lost. */
const sent = new Map<string, Schemas["Pictures"]>();

/** From the photos of one receipt to items: prepares them, sends them the way they fit, and waits for the reader. */
export async function extractReceipt(
  files: readonly (Blob & { name?: string })[],
  { idempotencyKey, owner, onStep, signal }: Extraction,
): Promise<ExtractResponse> {
  onStep?.("prepare");
  const prepared: Prepared[] = [];
  // One after the other: each takes tens of megabytes while it is decoded.
  for (const file of files) prepared.push(await preparePhoto(file));
  signal?.throwIfAborted();
  onStep?.("send");
  const body = sent.get(idempotencyKey) ?? (await bodyOf(prepared, owner, signal));
  if (body.imageBase64 === undefined) sent.set(idempotencyKey, body);
  signal?.throwIfAborted();
  onStep?.("read");
  try {
    const answer = await request<ExtractResponse>("/api/extract", {
      method: "POST",
      body,
      idempotencyKey,
      owner,
      signal,
      timeoutMs: TIMEOUT_MS,
    });
    sent.delete(idempotencyKey);
    return answer;
  } catch (error) {
    if (error instanceof ApiError && !error.isTemporary) sent.delete(idempotencyKey);
    throw error;
  }
}

/** One photo goes into the request if it fits. Several would exceed its limit, so each is uploaded separately. */
async function bodyOf(
  prepared: readonly Prepared[],
  owner: string | null,
  signal?: AbortSignal,
): Promise<Schemas["Pictures"]> {
  const [first] = prepared;
  if (first && prepared.length === 1)
    return first.kind === "inline"
      ? { imageBase64: await toBase64(first.blob) }
      : { receiptKey: await upload(first.blob, owner, signal) };
  const receiptKeys: string[] = [];
  for (const { blob } of prepared) receiptKeys.push(await upload(blob, owner, signal));
  return { receiptKeys };
}

async function upload(blob: Blob, owner: string | null, signal?: AbortSignal): Promise<string> {
  const { receiptKey, uploadUrl } = await request<ReceiptUpload>("/api/receipts", {
    method: "POST",
    body: { length: blob.size },
    idempotencyKey: newId(),
    owner,
    signal,
  });
  let response: Response;
  try {
    response = await fetch(uploadUrl, { method: "PUT", body: blob, signal: withTimeout(UPLOAD_TIMEOUT_MS, signal) });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new NetworkError("The photo could not be uploaded.", { cause });
  }
  if (!response.ok) throw new NetworkError(`The upload was answered with ${response.status}.`);
  return receiptKey;
}

function toBase64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const url = String(reader.result);
      resolve(url.slice(url.indexOf(",") + 1));
    };
    reader.onerror = () => reject(reader.error ?? new Error("The photo cannot be read."));
    reader.readAsDataURL(blob);
  });
}
