import { newId } from "../../lib/state/ids";
import { flag, listOf, maybe, number, object, oneOf, text, type Shape } from "../../lib/state/shape";
import { groceryItem, learntCode, shoppingListItem } from "../shapes";
import type { Change, ChangeKind } from "./changes";

/**
 * A change as it is stored in the browser's database. Rows outlive versions of the app, so each has a version and is
 * parsed when it is read.
 */
export const ROW_VERSION = 2;

export interface QueuedChange {
  readonly v: typeof ROW_VERSION;
  /** Its order among all tabs' changes; absent until it is on disk. */
  readonly seq?: number;
  /** The Idempotency-Key it is sent with, however often. */
  readonly key: string;
  /** The account; null while the device was not signed in yet. */
  readonly uid: string | null;
  /** When its key was made. Rows are sent in this order. */
  readonly at: string;
  readonly change: Change;
  /** The number of attempts that failed although the server answered, and the first one's time in milliseconds. */
  readonly tries?: number;
  readonly failedSince?: number;
  /** The time until which the server asked not to send. */
  readonly notBefore?: number;
  /** The server's keys of a receipt's photos, as far as they are uploaded: a retry sends the same request. */
  readonly uploads?: readonly string[];
  /** The reason why it failed (stored under this name). It waits for the user's decision and blocks no other change. */
  readonly aside?: Failure;
}

/** The fields of an ApiError that are sent between tabs. */
export interface RefusedError {
  readonly status: number;
  readonly code?: string | undefined;
  readonly sentence?: string | undefined;
  readonly field?: string | undefined;
  /**
   * The whole body of the server's error, such as the extra fields for a known receipt. Only for the screen that
   * follows the change; it is not stored.
   */
  readonly body?: unknown;
}

/** Returns the row of a change that was just made. */
export function newRow(change: Change, uid: string | null, now = Date.now(), key = newId()): QueuedChange {
  return { v: ROW_VERSION, key, uid, at: new Date(now).toISOString(), change };
}

export interface Failure extends Omit<RefusedError, "body"> {
  /** True once the user has seen the failure (stored under this name). */
  readonly told: boolean;
}

const blob: Shape = (value) => value instanceof Blob;
const ids = listOf(text);

const ofItem = object({ item: groceryItem });

const CHANGES: Readonly<Record<ChangeKind, Shape>> = {
  "item.create": ofItem,
  "item.update": object({ item: groceryItem, fields: object() }),
  "item.archive": ofItem,
  "item.delete": ofItem,
  "item.restore": ofItem,
  "item.state": object({ item: groceryItem, event: object({ event: text }) }),
  "item.outcome": object({ itemId: text, outcome: oneOf("used", "tossed", "misread"), item: maybe(groceryItem) }),
  "items.deleteByStatus": object({ status: oneOf("all", "fresh", "soon", "expired"), ids }),
  "session.readd": object({ sessionId: text }),
  "session.toShoppingList": object({ sessionId: text }),
  "list.add": object({ item: shoppingListItem }),
  "list.toggle": object({ id: text, isCompleted: flag, version: maybe(number) }),
  "list.update": object({ id: text, fields: object() }),
  "list.remove": object({ id: text }),
  "list.clearCompleted": object({ ids }),
  "list.clearAll": object({ ids }),
  "list.import": object({ items: listOf(object({ name: text })), sharedBy: text, sharedAt: text, token: text }),
  "code.learn": object({ learnt: learntCode }),
  "preferences.update": object({ preferences: object() }),
  "receipt.read": object({ photo: blob, further: maybe(listOf(blob)) }),
};
const change: Shape = (value) =>
  object({ kind: text })(value) && (CHANGES[(value as Change).kind] as Shape | undefined)?.(value) === true;

const aside = object({
  status: number,
  code: maybe(text),
  sentence: maybe(text),
  told: flag,
});

const row = object({
  // Rows of version 1 had none, and the same changes.
  v: maybe(oneOf(ROW_VERSION)),
  seq: maybe(number),
  key: text,
  uid: (value) => value === null || text(value),
  at: text,
  change,
  tries: maybe(number),
  failedSince: maybe(number),
  notBefore: maybe(number),
  uploads: maybe(listOf(text)),
  aside: maybe(aside),
});

const unreadable = new Set<unknown>();

/** Returns undefined for a row of a newer version, which stays on disk. */
export function parseRow(value: unknown): QueuedChange | undefined {
  if (row(value)) return { ...(value as QueuedChange), v: ROW_VERSION };
  const key = (value as Partial<QueuedChange> | null)?.key;
  if (!unreadable.has(key)) console.warn("A waiting change cannot be read and is left where it is:", value);
  unreadable.add(key);
  return undefined;
}

export const isFailed = ({ aside }: QueuedChange): boolean => aside !== undefined;
