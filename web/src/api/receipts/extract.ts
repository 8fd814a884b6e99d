import { NetworkError, request } from "../client";
import type { ExtractResponse, ReceiptUpload, Schemas } from "../types";
import { newId } from "../../lib/ids";
import { preparePhoto } from "./prepare-photo";

/** What is happening to a photo at the moment, in this order. */
export type ScanStep = "prepare" | "send" | "read" | "store";

/** Sixty seconds at most (specification §9): a long receipt takes its time. */
const TIMEOUT = 60_000;

interface Extraction {
  /** Made once per photo, so that a repeated attempt is not a second scan. */
  idempotencyKey: string;
  owner: string | null;
  onStep?: (step: ScanStep) => void;
  signal?: AbortSignal;
}

/** From a photo to items: prepares it, sends it the way it fits, and waits for the reader. */
export async function extractReceipt(file: Blob & { name?: string }, { idempotencyKey, owner, onStep, signal }: Extraction): Promise<ExtractResponse> {
  onStep?.("prepare");
  const prepared = await preparePhoto(file);
  signal?.throwIfAborted();
  onStep?.("send");
  const body: Schemas["Pictures"] = prepared.kind === "inline" ? { imageBase64: await toBase64(prepared.blob) } : { receiptKey: await uploadOriginal(prepared.blob, owner, signal) };
  signal?.throwIfAborted();
  onStep?.("read");
  return request<ExtractResponse>("/api/extract", { method: "POST", body, idempotencyKey, owner, signal, timeoutMs: TIMEOUT });
}

async function uploadOriginal(blob: Blob, owner: string | null, signal?: AbortSignal): Promise<string> {
  const { receiptKey, uploadUrl } = await request<ReceiptUpload>("/api/receipts", { method: "POST", idempotencyKey: newId(), owner, signal });
  let response: Response;
  try {
    response = await fetch(uploadUrl, { method: "PUT", body: blob, signal: signal ?? null });
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
