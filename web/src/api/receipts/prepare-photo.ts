import heicDecoderUrl from "virtual:heic-decoder";
import { trustedScript } from "../../lib/browser/trusted-types";
import shrinkWorkerUrl from "./shrink.worker?worker&url";

/** The maximum longer side in pixels; more do not improve the reading. */
const MAX_SIDE_PIXELS = 2_000;
/** As base64 it must fit the function's payload limit. */
const MAX_SENT_BYTES = 4_000_000;
/** The formats that the server can read. */
const SERVER_FORMATS: ReadonlySet<string> = new Set(["image/jpeg", "image/png", "image/webp"]);
const WORKER_TIMEOUT_MS = 60_000;

type PreparedPhoto =
  /** Sent in the request's body. */
  | { readonly kind: "inline"; readonly blob: Blob }
  /**
   * Uploaded separately: a PDF too large for a request's body, or a photo that this browser could not decode or shrink.
   */
  | { readonly kind: "upload"; readonly blob: Blob };

export async function preparePhoto(file: Blob & { name?: string }): Promise<PreparedPhoto> {
  // The server renders the pages.
  if (isPdf(file)) return { kind: file.size < MAX_SENT_BYTES ? "inline" : "upload", blob: file };
  const size = await pixelSize(file);
  if (
    size &&
    SERVER_FORMATS.has(file.type) &&
    Math.max(size.width, size.height) <= MAX_SIDE_PIXELS &&
    file.size < MAX_SENT_BYTES
  )
    return { kind: "inline", blob: file };
  try {
    if (size) return { kind: "inline", blob: await shrink(file) };
    if (isHeic(file)) return { kind: "inline", blob: await shrink(await decodeHeic(file)) };
  } catch (error) {
    console.warn("The photo could not be made smaller here and is sent as it is:", error);
  }
  return { kind: "upload", blob: file };
}

function isPdf(file: Blob & { name?: string }): boolean {
  return file.type === "application/pdf" || /\.pdf$/i.test(file.name ?? "");
}

function isHeic(file: Blob & { name?: string }): boolean {
  return /hei[cf]/i.test(file.type) || /\.hei[cf]$/i.test(file.name ?? "");
}

/** Returns null if the browser cannot decode the picture. */
async function pixelSize(file: Blob): Promise<{ width: number; height: number } | null> {
  try {
    const bitmap = await createImageBitmap(file);
    const { width, height } = bitmap;
    bitmap.close();
    return { width, height };
  } catch {
    return null;
  }
}

async function shrink(source: Blob | ImageData): Promise<Blob> {
  const worker = new Worker(trustedScript(shrinkWorkerUrl), { type: "module" });
  const job = { source, side: MAX_SIDE_PIXELS, bytes: MAX_SENT_BYTES };
  const { blob, error } = await runWorker<{ blob?: Blob; error?: string }>(worker, job);
  if (!blob) throw new Error(error ?? "The photo could not be re-encoded.");
  return blob;
}

/** Decodes a HEIC photo in a browser that cannot. The decoder is loaded when it is first needed. */
async function decodeHeic(file: Blob): Promise<ImageData> {
  const buffer = await file.arrayBuffer();
  const worker = new Worker(trustedScript(heicDecoderUrl));
  const job = { id: "photo", buffer };
  const { imageData, error } = await runWorker<{ imageData: ImageData | null; error: string }>(worker, job, [buffer]);
  if (!imageData) throw new Error(error || "The HEIC photo cannot be decoded.");
  return imageData;
}

/** Resolves with a worker's answer to a job, and ends the worker, also if it does not answer in time. */
function runWorker<Answer>(worker: Worker, job: unknown, transfer: Transferable[] = []): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return new Promise<Answer>((resolve, reject) => {
    timer = setTimeout(() => reject(new Error("The worker took too long.")), WORKER_TIMEOUT_MS);
    worker.onmessage = (event: MessageEvent<Answer>) => resolve(event.data);
    worker.onerror = () => reject(new Error("The worker failed, or cannot be loaded."));
    worker.postMessage(job, transfer);
  }).finally(() => {
    clearTimeout(timer);
    worker.terminate();
  });
}
