import { newId } from "../../lib/state/ids";
import { flag, listOf, maybe, number, object, oneOf, text, type Shape } from "../../lib/state/shape";
import { groceryItem, learntCode, shoppingListItem } from "../shapes";
import type { Change, ChangeKind } from "./changes";

/** The version of rows in the browser's database, which may be older than the app. Rows are validated when read. */
export const ROW_VERSION = 2;

/** A change as it is stored in the browser's database. */
export interface QueuedChange {
  readonly v: typeof ROW_VERSION;
  /** The number that the database gives; absent until the row is on disk. Rows are sent in this order. */
  readonly seq?: number;
  /** The Idempotency-Key of all attempts to send it. */
  readonly key: string;
  /** The account; null if the device was not signed in yet. */
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

const blob: Shape = (value) => value instanceof Blob;
const ids = listOf(text);

const withItem = object({ item: groceryItem });

const CHANGES: Readonly<Record<ChangeKind, Shape>> = {
  "item.create": withItem,
  "item.update": object({ item: groceryItem, fields: object() }),
  "item.archive": withItem,
  "item.delete": withItem,
  "item.restore": withItem,
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

const failure = object({
  status: number,
  code: maybe(text),
  sentence: maybe(text),
  told: flag,
});

const row = object({
  // Rows of version 1 have the same changes and no version.
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
  aside: maybe(failure),
});

const reportedKeys = new Set<unknown>();

/** Returns undefined for an invalid row, such as one of a newer version. It stays on disk. */
export function parseRow(value: unknown): QueuedChange | undefined {
  if (row(value)) return { ...(value as QueuedChange), v: ROW_VERSION };
  const key = (value as Partial<QueuedChange> | null)?.key;
  if (!reportedKeys.has(key)) console.warn("A waiting change cannot be read, and stays on disk:", value);
  reportedKeys.add(key);
  return undefined;
}

export const isFailed = ({ aside }: QueuedChange): boolean => aside !== undefined;
