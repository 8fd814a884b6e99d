import type { Query, QueryClient } from "@tanstack/react-query";
import { auth } from "../../lib/auth/auth";
import { cacheStore } from "./cache-store";

/**
 * Keeps the copy of the query cache on disk (`cache-store.ts`) up to date. TanStack's own persister includes an older
 * version of the query core.
 */

const WRITE_DELAY_MS = 1_000;

let saving: ReturnType<typeof setTimeout> | undefined;
/**
 * The queries whose data is newer than the copy on disk. Only these are written: another tab may have newer data of the
 * others.
 */
const unsaved = new Set<Query>();

async function save(): Promise<void> {
  const { uid } = auth.state();
  const queries = [...unsaved];
  discardUnsaved();
  if (
    uid === null ||
    queries.length === 0 ||
    (await cacheStore.write(uid, Date.now(), queries)) ||
    auth.state().uid !== uid
  )
    return;
  for (const query of queries) unsaved.add(query);
}

/** Forgets which queries have changed since the last write: they are not written. */
export function discardUnsaved(): void {
  clearTimeout(saving);
  saving = undefined;
  unsaved.clear();
}

/** Writes changed queries a moment after each change, and when the page is hidden. */
export function saveChanges(client: QueryClient): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success") return;
    unsaved.add(event.query);
    saving ??= setTimeout(() => void save(), WRITE_DELAY_MS);
  });
  // The browser may end a hidden page without notice.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden" && unsaved.size > 0) void save();
  });
}

/** Adds the stored responses of the current account to the cache, without those that have arrived since. */
export async function restoreCache(client: QueryClient): Promise<void> {
  const { uid } = auth.state();
  if (uid === null) return;
  const restored = await cacheStore.read(uid, Date.now());
  // The account may have changed meanwhile.
  if (auth.state().uid !== uid) return;
  for (const { queryKey, data, updatedAt } of restored) {
    // A response may have arrived first.
    if (client.getQueryData(queryKey) !== undefined) continue;
    client.setQueryData(queryKey, data, { updatedAt });
    // It is on disk already, perhaps in a newer version of another tab.
    for (const query of unsaved) if (query.state.data === data) unsaved.delete(query);
    // Cached data is shown at once, but each query is fetched once per page load, when it is first used.
    await client.invalidateQueries({ queryKey, exact: true, refetchType: "none" });
  }
}
