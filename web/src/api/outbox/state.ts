import type { Failure, QueuedChange, RefusedError } from "./rows";

/** The state of a change that waits in the outbox. */
export type WaitingState =
  /** Not sent yet, or no server could be reached. */
  | { readonly type: "queued" }
  /** On its way to the server, from this tab. */
  | { readonly type: "sending" }
  /** A server answered that it cannot take the change now. */
  | {
      readonly type: "retrying";
      readonly tries: number;
      /** Times in milliseconds. */
      readonly since: number;
      readonly notBefore?: number | undefined;
    }
  /** Waits for the user's decision, and is sent again only if the user asks for it. */
  | { readonly type: "failed"; readonly failure: Failure };

/** The result of a change, as it is sent to every tab. */
export type Settled =
  | { readonly type: "done"; readonly queued: QueuedChange; readonly response: unknown }
  /** The change has failed, and stays in the outbox. */
  | { readonly type: "refused"; readonly queued: QueuedChange; readonly error: RefusedError }
  /** Another device changed the same row since, and its change is kept: this one is dropped. */
  | { readonly type: "conflict"; readonly queued: QueuedChange; readonly error: RefusedError };

/** Returns the state of a change, which its row stores as optional fields. */
export function stateOf({ aside, tries, failedSince, notBefore }: QueuedChange, isSending: boolean): WaitingState {
  if (aside) return { type: "failed", failure: aside };
  if (isSending) return { type: "sending" };
  if (tries !== undefined && failedSince !== undefined)
    return { type: "retrying", tries, since: failedSince, notBefore };
  return { type: "queued" };
}
