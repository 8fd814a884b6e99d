import { values } from "../../lib/browser/database";
import { listOf, number, object, text, type Shape } from "../../lib/state/shape";
import { groceryItem } from "../item-fields";
import { household, learntCode, preferences, scanSession, shoppingListItem, statistics, uploadLimit } from "../shapes";

const MAX_AGE_MS = 90 * 86_400_000;
const recordKey = (uid: string) => `query-cache:${uid}`;

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
  const [resource, second, ...rest] = queryKey;
  const path = rest.length > 0 ? [resource, "*", ...rest] : second === undefined ? [resource] : [resource, second];
  return SHAPES[path.join("/")];
}

/** Returns the responses of a stored record that have the shape of their query. */
function parseRecord(stored: unknown, now: number): readonly CachedQuery[] {
  if (!record(stored)) return [];
  const { savedAt, queries } = stored as StoredQueries;
  return now - savedAt > MAX_AGE_MS ? [] : queries.filter(({ queryKey, data }) => shapeOf(queryKey)?.(data));
}

/**
 * The cached responses on disk, one record per account. The last response of each query is kept, so that an offline
 * start also shows data that the last page load did not fetch. Each is validated when it is read, and dropped unless it
 * has the shape that the screens need.
 */
export const cacheStore = {
  async read(uid: string, now: number): Promise<readonly CachedQuery[]> {
    try {
      return parseRecord(await values.get(recordKey(uid)), now);
    } catch (error) {
      console.warn("The stored data cannot be read and is fetched again:", error);
      return [];
    }
  },

  /**
   * Writes the responses of `queries`, which replace the stored ones. Their times are not compared, because the
   * device's clock may have been wrong: the caller passes each response once. Resolves with false if nothing was
   * stored.
   */
  async write(uid: string, now: number, queries: Iterable<Query>): Promise<boolean> {
    const fetched = [...queries].flatMap(({ queryKey, state: { data, dataUpdatedAt } }) =>
      data === undefined || shapeOf(queryKey) === undefined
        ? []
        : [{ queryKey: queryKey.map(String), updatedAt: dataUpdatedAt, data }],
    );
    try {
      // In one transaction, so that a write of another tab is not lost.
      await values.update(recordKey(uid), (stored) => {
        const all = [...parseRecord(stored, now), ...fetched];
        const last = new Map(all.map((query) => [query.queryKey.join("/"), query]));
        return { savedAt: now, queries: [...last.values()] } satisfies StoredQueries;
      });
      return true;
    } catch (error) {
      console.warn("The data could not be stored for offline use:", error);
      return false;
    }
  },

  async forget(uids: readonly string[]): Promise<void> {
    for (const uid of uids) await values.remove(recordKey(uid)).catch(() => undefined);
  },
};
