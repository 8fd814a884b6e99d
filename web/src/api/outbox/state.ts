import type { Failure, QueuedChange, RefusedError } from "./rows";

/** The state of a change that waits in the outbox. */
type WaitingState =
  /** Not sent yet, or no server could be reached. */
  | { readonly type: "queued" }
  /** This tab is sending it. */
  | { readonly type: "sending" }
  /** The server answered that it cannot accept the change now. */
  | {
      readonly type: "retrying";
      readonly tries: number;
      /** Times in milliseconds. */
      readonly since: number;
      readonly notBefore?: number | undefined;
    }
  /** Waits for the user, who can send it again or discard it. */
  | { readonly type: "failed"; readonly failure: Failure };

/** The result of a change, which is sent to every tab. */
export type Settled =
  | { readonly type: "done"; readonly queued: QueuedChange; readonly response: unknown }
  /** The change has failed, and stays in the outbox. */
  | { readonly type: "refused"; readonly queued: QueuedChange; readonly error: RefusedError }
  /** Another device has changed the same row since, or this one may not change it: this change is dropped. */
  | { readonly type: "conflict"; readonly queued: QueuedChange; readonly error: RefusedError };

/** Returns the state of a change, which its row stores as optional fields. */
export function stateOf(
  { aside: failure, tries, failedSince, notBefore }: QueuedChange,
  isSending: boolean,
): WaitingState {
  if (failure) return { type: "failed", failure };
  if (isSending) return { type: "sending" };
  if (tries !== undefined && failedSince !== undefined)
    return { type: "retrying", tries, since: failedSince, notBefore };
  return { type: "queued" };
}
