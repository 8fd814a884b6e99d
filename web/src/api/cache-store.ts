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
 * The cached answers on disk, one record for each account. An answer leaves the record only for a newer one of the same
 * query: what this visit could not fetch, or never asked for, is what the next start without network shows. Every
 * answer is parsed when it is read, and one that does not have the shape that the screens rely on is dropped.
 */
const MAX_AGE_MS = 90 * 86_400_000;
const name = (uid: string) => `query-cache:${uid}`;
/** The cache of earlier versions. */
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
  savedAt: v.number(),
  queries: v.array(v.object({ queryKey: v.array(v.string()), updatedAt: v.number(), data: v.unknown() })),
});

type CachedQuery = v.InferOutput<typeof record>["queries"][number];

interface Query {
  readonly queryKey: readonly unknown[];
  readonly state: { readonly data: unknown; readonly dataUpdatedAt: number };
}

function shapeOf(queryKey: readonly unknown[]): v.GenericSchema | undefined {
  const [family, one, ...rest] = queryKey;
  return SHAPES[
    rest.length > 0 ? [family, "*", ...rest].join("/") : one === undefined ? String(family) : [family, one].join("/")
  ];
}

/** Returns the answers of a stored record that have the shape of their query. */
function parsed(stored: unknown, now: number): readonly CachedQuery[] {
  const { success, output } = v.safeParse(record, stored);
  if (!success || now - output.savedAt > MAX_AGE_MS) return [];
  return output.queries.filter(({ queryKey, data }) => {
    const shape = shapeOf(queryKey);
    return shape !== undefined && v.is(shape, data);
  });
}

export const cacheStore = {
  async read(uid: string, now: number): Promise<readonly CachedQuery[]> {
    try {
      void values.remove(OLD_NAME).catch(() => undefined);
      return parsed(await values.get(name(uid)), now);
    } catch (error) {
      console.warn("The stored data cannot be read and is fetched again:", error);
      return [];
    }
  },

  /** Puts the answers of `queries` into the record, whatever the last attempt to fetch them came to. */
  async write(uid: string, now: number, queries: readonly Query[]): Promise<void> {
    const known = queries.flatMap(({ queryKey, state: { data, dataUpdatedAt } }) =>
      data === undefined || shapeOf(queryKey) === undefined
        ? []
        : [{ queryKey: queryKey.map(String), updatedAt: dataUpdatedAt, data }],
    );
    try {
      // In one transaction, so that another tab's answers are not lost in between.
      await values.update(name(uid), (stored) => {
        const newest = new Map<string, CachedQuery>();
        for (const query of [...parsed(stored, now), ...known]) {
          const key = query.queryKey.join("/");
          if (query.updatedAt >= (newest.get(key)?.updatedAt ?? 0)) newest.set(key, query);
        }
        return { savedAt: now, queries: [...newest.values()] } satisfies v.InferOutput<typeof record>;
      });
    } catch (error) {
      console.warn("The data could not be stored for offline use:", error);
    }
  },

  async forget(uids: readonly string[]): Promise<void> {
    for (const uid of uids) await values.remove(name(uid)).catch(() => undefined);
  },
};
