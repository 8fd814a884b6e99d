import { auth } from "../lib/auth/auth";
import { newId } from "../lib/ids";
import { forgetAllShares } from "../lib/own-shares";
import { request, requestText } from "./client";
import { outbox } from "./outbox/outbox";
import { forgetData, queryClient } from "./query-client";
import { keys, uploadLimitQuery } from "./queries";

/** What concerns everything a person has here at once. None of it is queued: it must happen now or be said to have failed. */

/** Deletes all data of this person on the server and here; the account stays. */
export async function clearAllData(): Promise<void> {
  await request("/api/user/clear-all-data", { method: "DELETE", idempotencyKey: newId() });
  // What still waited would bring things back.
  await outbox.clear();
  forgetAllShares();
  for (const key of [keys.items, keys.archived, keys.sessions, keys.shoppingList]) queryClient.setQueryData(key, []);
  queryClient.removeQueries({ queryKey: keys.sessions, predicate: (query) => query.queryKey.length > keys.sessions.length });
  for (const queryKey of [keys.items, keys.sessions, keys.shoppingList, keys.preferences, uploadLimitQuery().queryKey]) void queryClient.invalidateQueries({ queryKey });
}

/** Ends the account with everything in it, and begins a new anonymous one. */
export async function signOutAndReset(): Promise<void> {
  await auth.signOutAndReset();
  await outbox.clear();
  forgetAllShares();
  await forgetData();
}

export type ExportFormat = "json" | "csv";

/** Everything Larder knows about this person (JSON), or the items as a table (CSV). */
export function exportData(format: ExportFormat): Promise<string> {
  return requestText(format === "csv" ? "/api/user/export?format=csv" : "/api/user/export", { timeoutMs: 60_000 });
}
