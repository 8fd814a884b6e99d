import { newId } from "../../lib/state/ids";
import type { Change } from "./changes";

/** The version of rows in the browser's database, which may be older than the app. Rows are validated when read. */
export const ROW_VERSION = 2;

/** A change as it is stored in the browser's database. */
export interface QueuedChange {
  readonly v: typeof ROW_VERSION;
  /** The number that the database gives; absent until the row is on disk. Rows are sent in this order. */
  readonly seq?: number;
  /** The Idempotency-Key of all attempts to send it. */
  readonly key: string;
  /** The account; null before the first sign-in and for answers to reminders: then that of the time of sending. */
  readonly uid: string | null;
  /** The time of the device's clock at which the key was made. */
  readonly at: string;
  readonly change: Change;
  /** The number of failed attempts with a response of the server, and the time of the first in milliseconds. */
  readonly tries?: number;
  readonly failedSince?: number;
  /** The time until which the server asked not to send. */
  readonly notBefore?: number;
  /** The server's keys of a receipt's uploaded photos: a retry does not upload them again. */
  readonly uploads?: readonly string[];
  /** The failure of a change that waits for the user's decision (the name is stored). */
  readonly aside?: Failure;
}

/** The fields of an ApiError that are sent between tabs. */
export interface RefusedError {
  readonly status: number;
  readonly code?: string | undefined;
  /** The server's message for the user (the name is stored). */
  readonly sentence?: string | undefined;
  readonly field?: string | undefined;
  /** The body of the server's error, for the screen that follows the change. Not stored. */
  readonly body?: unknown;
}

export function newRow(change: Change, uid: string | null, now = Date.now(), key = newId()): QueuedChange {
  return { v: ROW_VERSION, key, uid, at: new Date(now).toISOString(), change };
}

export interface Failure extends Omit<RefusedError, "body"> {
  /** True once the user has seen the failure (the name is stored). */
  readonly told: boolean;
}

export const isFailed = ({ aside }: QueuedChange): boolean => aside !== undefined;

/** Returns true if the server may have carried out a failed change: it has not refused it, but broke or was silent. */
export const mayBeCarriedOut = ({ status, code }: Failure): boolean =>
  status >= 500 || (status === 0 && code === undefined);
