import * as v from "valibot";
import { values } from "../lib/database";
import {
  groceryItem,
  household,
  learntCode,
  preferences,
  scanSession,
  shoppingListItem,
  statistics,
  uploadLimit,
} from "./shapes";

/**
 * The cached answers on disk, one record for each account. Every answer is parsed when it is read, and one that does
 * not have the shape that the screens rely on is dropped: a cache costs a download, never the app, the account or what
 * waits to be sent. The record carries the hash of the API's description, so that answers of another version of it are
 * not taken for this one's.
 */
declare const __API_HASH__: string;

const MAX_AGE = 90 * 86_400_000;
const name = (uid: string) => `query-cache:${uid}`;
/** Where versions before kept the only cache. */
const OLD_NAME = "query-cache";

const SHAPES: Readonly<Record<string, v.GenericSchema>> = {
  items: v.array(groceryItem),
  "items/archived": v.array(groceryItem),
  "scan-sessions": v.array(scanSession),
  "scan-sessions/*/all-items": v.array(groceryItem),
  "shopping-list": v.array(shoppingListItem),
  "upload-limit": uploadLimit,
  codes: v.array(learntCode),
  preferences,
  statistics,
  household,
};

const record = v.object({
  api: v.string(),
  savedAt: v.number(),
  queries: v.array(v.object({ queryKey: v.array(v.string()), updatedAt: v.number(), data: v.unknown() })),
});

type CachedQuery = v.InferOutput<typeof record>["queries"][number];

interface Query {
  readonly queryKey: readonly unknown[];
  readonly state: { readonly status: string; readonly data: unknown; readonly dataUpdatedAt: number };
}

function shapeOf(queryKey: readonly unknown[]): v.GenericSchema | undefined {
  const [family, one, ...rest] = queryKey;
  return SHAPES[
    rest.length > 0 ? [family, "*", ...rest].join("/") : one === undefined ? String(family) : [family, one].join("/")
  ];
}

export const cacheStore = {
  async read(uid: string, now: number): Promise<readonly CachedQuery[]> {
    try {
      void values.remove(OLD_NAME).catch(() => undefined);
      const { success, output } = v.safeParse(record, await values.get(name(uid)));
      if (!success || output.api !== __API_HASH__ || now - output.savedAt > MAX_AGE) return [];
      return output.queries.filter(({ queryKey, data }) => {
        const shape = shapeOf(queryKey);
        return shape !== undefined && v.is(shape, data);
      });
    } catch (error) {
      console.warn("The stored data cannot be read and is fetched anew:", error);
      return [];
    }
  },

  async write(uid: string, now: number, queries: readonly Query[]): Promise<void> {
    const kept = queries.filter(({ queryKey, state }) => state.status === "success" && shapeOf(queryKey) !== undefined);
    const stored = {
      api: __API_HASH__,
      savedAt: now,
      queries: kept.map(({ queryKey, state }) => ({
        queryKey: queryKey.map(String),
        updatedAt: state.dataUpdatedAt,
        data: state.data,
      })),
    } satisfies v.InferOutput<typeof record>;
    try {
      await values.set(name(uid), stored);
    } catch (error) {
      console.warn("The data could not be stored for offline use:", error);
    }
  },

  async forget(uids: readonly string[]): Promise<void> {
    for (const uid of uids) await values.remove(name(uid)).catch(() => undefined);
  },
};
