import * as v from "valibot";
import { newId } from "../../lib/ids";
import { groceryItem, learntCode, shoppingListItem } from "../shapes";
import type { Change } from "./changes";

/**
 * A change as it waits in the browser's database. Rows outlive versions of the app, so each says its own and is parsed
 * when it is read.
 */
export const ROW_VERSION = 2;

export interface QueuedChange {
  readonly v: typeof ROW_VERSION;
  /** Its place among all tabs' changes; absent until the browser's database has it. */
  readonly seq?: number;
  /** The Idempotency-Key it is sent with, however often. */
  readonly key: string;
  /** Whose it is; null while nobody could be signed in yet. */
  readonly uid: string | null;
  /** When its key was made. Rows are sent in this order. */
  readonly at: string;
  readonly change: Change;
  /** How often a server that answered could not take it, and since when (milliseconds). */
  readonly tries?: number;
  readonly failedSince?: number;
  /** The server asked for quiet until then. */
  readonly notBefore?: number;
  /** The server's keys of a receipt's photos, as far as they are uploaded: a retry sends the same request. */
  readonly uploads?: readonly string[];
  /** Why it could not be sent (stored under this name). It waits for the user's decision and blocks nothing. */
  readonly aside?: Failure;
}

/** What is left of an ApiError after its journey between tabs. */
export interface RefusedError {
  readonly status: number;
  readonly code?: string | undefined;
  readonly sentence?: string | undefined;
  readonly field?: string | undefined;
  /**
   * All that the server said, such as what a known receipt has beside its error. Only for who watches; it is not kept.
   */
  readonly body?: unknown;
}

/** Returns the row of a change that was just made. */
export function newRow(change: Change, uid: string | null, now = Date.now(), key = newId()): QueuedChange {
  return { v: ROW_VERSION, key, uid, at: new Date(now).toISOString(), change };
}

export interface Failure extends Omit<RefusedError, "body"> {
  /** True once the user was told about it (stored under this name). */
  readonly told: boolean;
}

const text = v.string();
const ids = v.optional(v.array(text));
const ofItem = <K extends string>(kind: K) => v.looseObject({ kind: v.literal(kind), item: groceryItem });

const change = v.variant("kind", [
  ofItem("item.create"),
  v.looseObject({ kind: v.literal("item.update"), item: groceryItem, fields: v.optional(v.looseObject({})) }),
  ofItem("item.archive"),
  ofItem("item.delete"),
  ofItem("item.restore"),
  v.looseObject({ kind: v.literal("item.state"), item: groceryItem, event: v.looseObject({ event: text }) }),
  v.looseObject({
    kind: v.literal("item.outcome"),
    itemId: text,
    outcome: v.picklist(["used", "tossed", "misread"]),
    item: v.optional(groceryItem),
  }),
  v.looseObject({
    kind: v.literal("items.deleteByStatus"),
    status: v.picklist(["all", "fresh", "soon", "expired"]),
    ids,
  }),
  v.looseObject({ kind: v.literal("session.readd"), sessionId: text }),
  v.looseObject({ kind: v.literal("session.toShoppingList"), sessionId: text }),
  v.looseObject({ kind: v.literal("list.add"), item: shoppingListItem }),
  v.looseObject({
    kind: v.literal("list.toggle"),
    id: text,
    isCompleted: v.boolean(),
    version: v.optional(v.number()),
  }),
  v.looseObject({ kind: v.literal("list.update"), id: text, fields: v.looseObject({}) }),
  v.looseObject({ kind: v.literal("list.remove"), id: text }),
  v.looseObject({ kind: v.literal("list.clearCompleted"), ids }),
  v.looseObject({ kind: v.literal("list.clearAll"), ids }),
  v.looseObject({
    kind: v.literal("list.import"),
    items: v.array(v.looseObject({ name: text })),
    sharedBy: text,
    sharedAt: text,
  }),
  v.looseObject({ kind: v.literal("code.learn"), learnt: learntCode }),
  v.looseObject({ kind: v.literal("preferences.update"), preferences: v.looseObject({}) }),
  v.looseObject({
    kind: v.literal("receipt.read"),
    photo: v.instance(Blob),
    further: v.optional(v.array(v.instance(Blob))),
  }),
]);

const aside = v.looseObject({
  status: v.number(),
  code: v.optional(text),
  sentence: v.optional(text),
  told: v.boolean(),
});

const row = v.object({
  // Rows of version 1 had none, and the same changes.
  v: v.optional(v.literal(ROW_VERSION), ROW_VERSION),
  seq: v.optional(v.number()),
  key: text,
  uid: v.nullable(text),
  at: text,
  change,
  tries: v.optional(v.number()),
  failedSince: v.optional(v.number()),
  notBefore: v.optional(v.number()),
  uploads: v.optional(v.array(text)),
  aside: v.optional(aside),
});

const unreadable = new Set<string>();

/** Undefined for what this version cannot read: it stays on disk, in nobody's way, for one that can. */
export function parseRow(value: unknown): QueuedChange | undefined {
  const parsed = v.safeParse(row, value);
  if (parsed.success) return parsed.output as unknown as QueuedChange;
  const why = JSON.stringify(v.flatten(parsed.issues).nested);
  if (!unreadable.has(why)) console.warn("A waiting change cannot be read and is left where it is:", why);
  unreadable.add(why);
  return undefined;
}

export const isFailed = ({ aside }: QueuedChange): boolean => aside !== undefined;
