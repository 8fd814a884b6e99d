import { auth } from "../../lib/auth/auth";
import { ApiError, NetworkError, NoTokenError, request } from "../client";
import type { Change } from "./changes";
import { kindOf, requestFor } from "./kinds";
import type { QueuedChange, RefusedError } from "./rows";

/** The result of one try to send a change. */
export type Delivery =
  | { readonly type: "done"; readonly response: unknown }
  | { readonly type: "refused"; readonly error: RefusedError }
  /** The server cannot accept this change now; it may accept others. */
  | { readonly type: "busy"; readonly error: RefusedError; readonly retryAfterSeconds?: number | undefined }
  /** Nothing can be sent now: no server answered (`hasNoResponse`), or the device is not signed in. */
  | { readonly type: "unreachable"; readonly hasNoResponse: boolean };

/** The context of one attempt to send a change. */
interface Attempt {
  readonly now: number;
  readonly step: (step: string) => void;
  /** Receives the server's keys of the photos that are uploaded so far. */
  readonly uploaded: (uploads: readonly string[]) => Promise<void>;
}

/**
 * The server keeps a key for 30 days (`shared/api/src/idempotency.rs`), minus a day for wrong clocks. An older change
 * may have been carried out already, or be outdated, so it is sent only if the user decides so.
 */
const MAX_AGE_MS = 29 * 86_400_000;
/** The code of a change that is older than the server keeps keys. */
export const UNSURE = "unsure";
/** The code of a change that was made in another larder and could not be sent there. */
export const LARDER_CHANGED = "left_behind";
/** The code of a receipt whose photo the browser can no longer read. */
export const UNREADABLE = "photo_unreadable";
/** The server's code for a row that another device has changed since this one read it. */
export const CONFLICT = "changed_meanwhile";
/** The server's code for a change that this device may not make. */
export const RESTRICTED = "device_restricted";

const NOT_SIGNED_IN: Delivery = { type: "unreachable", hasNoResponse: false };
const refused = (code: string): Delivery => ({ type: "refused", error: { status: 0, code } });

/** Sends a change once. Never throws, so that an error in one change does not stop the others. */
export async function deliver(row: QueuedChange, attempt: Attempt): Promise<Delivery> {
  if (!auth.owns(row.uid) || auth.state().uid === null) return NOT_SIGNED_IN;
  if (!auth.maySend(row.uid)) return refused(LARDER_CHANGED);
  if (attempt.now - Date.parse(row.at) > MAX_AGE_MS) return refused(UNSURE);
  try {
    return { type: "done", response: await send(row, attempt) };
  } catch (error) {
    if (error instanceof NetworkError) return { type: "unreachable", hasNoResponse: true };
    if (error instanceof NoTokenError) return NOT_SIGNED_IN;
    if (error instanceof ApiError) return deliveryOf(row.change, error);
    if (error instanceof DOMException && ["NotReadableError", "NotFoundError"].includes(error.name))
      return refused(UNREADABLE);
    console.error("A change could not be sent:", error);
    return { type: "busy", error: { status: 0 } };
  }
}

function deliveryOf(change: Change, error: ApiError): Delivery {
  const { status, code, sentence, field, body, retryAfterSeconds } = error;
  // The server carried out a change with this key and another body: an earlier version's, or a photo encoded anew.
  if (field === "Idempotency-Key" || kindOf(change).isApplied?.(error)) return { type: "done", response: null };
  if (status === 401) return NOT_SIGNED_IN;
  const refusal: RefusedError = { status, code, sentence, field, body };
  return error.isTemporary ? { type: "busy", error: refusal, retryAfterSeconds } : { type: "refused", error: refusal };
}

async function send({ key, uid, change, uploads }: QueuedChange, attempt: Attempt): Promise<unknown> {
  if (change.kind === "receipt.read") {
    // This code is large and rarely needed.
    const { extractReceipt } = await import("../receipts/extract").catch((cause: unknown) => {
      throw new NetworkError("The code that prepares photos cannot be loaded.", { cause });
    });
    const photos = [change.photo, ...(change.further ?? [])];
    return extractReceipt(photos, { idempotencyKey: key, owner: uid, uploads, ...attempt });
  }
  const { path, options } = requestFor(change);
  return request(path, { ...options, idempotencyKey: key, owner: uid });
}
