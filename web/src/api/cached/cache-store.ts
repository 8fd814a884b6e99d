import { values } from "../../lib/browser/database";
import { listOf, number, object, text, type Shape } from "../../lib/state/shape";
import {
  groceryItem,
  household,
  learntCode,
  preferences,
  scanSession,
  shoppingListItem,
  statistics,
  uploadLimit,
} from "../shapes";

/**
 * The cached answers on disk, one record for each account. An answer leaves the record only for a newer one of the same
 * query: what this visit could not fetch, or never asked for, is what the next start without network shows. Every
 * answer is parsed when it is read, and one that does not have the shape that the screens rely on is dropped.
 */
const MAX_AGE_MS = 90 * 86_400_000;
const name = (uid: string) => `query-cache:${uid}`;

const SHAPES: Readonly<Record<string, Shape>> = {
  items: listOf(groceryItem),
  "items/archived": listOf(groceryItem),
  "scan-sessions": listOf(scanSession),
  "scan-sessions/*/all-items": listOf(groceryItem),
  "shopping-list": listOf(shoppingListItem),
  "upload-limit": uploadLimit,
  codes: listOf(learntCode),
  preferences,
  statistics,
  household,
};

const record = object({
  savedAt: number,
  queries: listOf(object({ queryKey: listOf(text), updatedAt: number })),
});

interface CachedQuery {
  readonly queryKey: readonly string[];
  readonly updatedAt: number;
  readonly data: unknown;
}
interface StoredQueries {
  readonly savedAt: number;
  readonly queries: readonly CachedQuery[];
}

interface Query {
  readonly queryKey: readonly unknown[];
  readonly state: { readonly data: unknown; readonly dataUpdatedAt: number };
}

function shapeOf(queryKey: readonly unknown[]): Shape | undefined {
  const [family, one, ...rest] = queryKey;
  return SHAPES[
    rest.length > 0 ? [family, "*", ...rest].join("/") : one === undefined ? String(family) : [family, one].join("/")
  ];
}

/** Returns the answers of a stored record that have the shape of their query. */
function parsed(stored: unknown, now: number): readonly CachedQuery[] {
  if (!record(stored)) return [];
  const { savedAt, queries } = stored as StoredQueries;
  return now - savedAt > MAX_AGE_MS ? [] : queries.filter(({ queryKey, data }) => shapeOf(queryKey)?.(data));
}

export const cacheStore = {
  async read(uid: string, now: number): Promise<readonly CachedQuery[]> {
    try {
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
        return { savedAt: now, queries: [...newest.values()] } satisfies StoredQueries;
      });
    } catch (error) {
      console.warn("The data could not be stored for offline use:", error);
    }
  },

  async forget(uids: readonly string[]): Promise<void> {
    for (const uid of uids) await values.remove(name(uid)).catch(() => undefined);
  },
};
