import { auth } from "../../lib/auth/auth";
import { ApiError, NetworkError, NoTokenError, request } from "../client";
import { isNotRepeatable, requestFor, type Change } from "./changes";
import type { QueuedChange, RefusedError } from "./rows";

/** The result of one try to send a change. */
export type Delivery =
  | { readonly type: "done"; readonly response: unknown }
  | { readonly type: "refused"; readonly error: RefusedError }
  /** The server answered that it cannot take this one now; it may still take others. */
  | { readonly type: "busy"; readonly error: ApiError }
  /** No server answered, or the device is not signed in: nothing can be sent now. */
  | { readonly type: "unreachable" };

/** The server keeps a key for a day; an hour is left for clocks that differ. */
const IDEMPOTENCY_KEY_TTL_MS = 23 * 3_600_000;
/** The code of a change that may have been carried out already, long ago. */
export const UNSURE = "unsure";
/** The code of a change that was made in another larder and could not be sent there. */
export const LEFT_BEHIND = "left_behind";
/** The server's code for a row that another device changed since it was read. Sending again would not help. */
export const CONFLICT = "changed_meanwhile";

/** Sends a change once. `step` receives the progress of a receipt. */
export async function deliver(row: QueuedChange, now: number, step: (step: string) => void): Promise<Delivery> {
  if (!auth.owns(row.uid) || auth.state().uid === null) return { type: "unreachable" };
  if (!auth.maySend(row.uid)) return { type: "refused", error: { status: 0, code: LEFT_BEHIND } };
  if (isNotRepeatable(row.change) && row.sentAt !== undefined && now - row.sentAt > IDEMPOTENCY_KEY_TTL_MS)
    return { type: "refused", error: { status: 0, code: UNSURE } };
  try {
    return { type: "done", response: await send(row, step) };
  } catch (error) {
    if (error instanceof NetworkError || error instanceof NoTokenError) return { type: "unreachable" };
    if (!(error instanceof ApiError)) throw error;
    if (isAlreadyApplied(row.change, error)) return { type: "done", response: null };
    if (error.status === 401) return { type: "unreachable" };
    if (error.isTemporary) return { type: "busy", error };
    return { type: "refused", error: refusal(error) };
  }
}

export function refusal({ status, code, sentence, field, body }: ApiError): RefusedError {
  return { status, code, sentence, field, body };
}

async function send({ key, uid, change }: QueuedChange, step: (step: string) => void): Promise<unknown> {
  if (change.kind === "receipt.read") {
    // The reader's client is large and seldom wanted.
    const { extractReceipt } = await import("../receipts/extract").catch((cause: unknown) => {
      throw new NetworkError("The code that prepares photos cannot be had.", { cause });
    });
    return extractReceipt([change.photo, ...(change.further ?? [])], { idempotencyKey: key, owner: uid, onStep: step });
  }
  const { path, options } = requestFor(change);
  return request(path, { ...options, idempotencyKey: key, owner: uid });
}

/**
 * Returns true if a change was refused because its effect is there already: two tabs, a notification and a tap, or an
 * earlier try may have done the same.
 */
function isAlreadyApplied({ kind }: Change, { code, status }: ApiError): boolean {
  if (kind === "item.restore") return code === "item_already_active";
  if (kind === "item.outcome" || kind === "item.archive" || kind === "item.delete") return code === "item_not_active";
  // Ids are made here, so one that is taken is taken by this very change.
  if (kind === "item.create" || kind === "list.add") return code === "id_taken";
  return kind === "list.remove" && status === 404;
}
