import { auth } from "../../lib/auth/auth";
import { newId } from "../../lib/state/ids";
import { cacheStore } from "../cached/cache-store";
import { ApiError, request, requestText, type RequestOptions } from "../client";
import { removePersonalData } from "../household/personal-data";
import { outbox } from "../outbox/outbox";
import { emptyQueries, queryClient, notifyOtherTabs } from "../cached/query-client";
import { keys } from "../cached/queries";
import { sendLocale } from "./locale";

/** Actions on all of a user's data. They do not use the outbox: they are sent now or fail visibly. */

/** Refetches the household, and throws the error: if another device has joined, the next question includes it. */
function refetchHouseholdAndThrow(error: unknown): never {
  void queryClient.invalidateQueries({ queryKey: keys.household });
  throw error;
}

const MAX_CLEAR_TRIES = 15;
const DEFAULT_RETRY_SECONDS = 2;

/** Repeats a deletion of all data: the server answers 503 until it has deleted everything. */
async function deleteOnServer(options: RequestOptions, tries = MAX_CLEAR_TRIES): Promise<void> {
  try {
    await request("/api/user/clear-all-data", options);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 503) || tries === 1) throw error;
    await new Promise((done) => setTimeout(done, (error.retryAfterSeconds ?? DEFAULT_RETRY_SECONDS) * 1_000));
    await deleteOnServer(options, tries - 1);
  }
}

/** Deletes all data of the user on the server and in this browser; the account stays. */
export async function clearAllData(): Promise<void> {
  await deleteOnServer({ method: "DELETE", idempotencyKey: newId() }).catch(refetchHouseholdAndThrow);
  // Waiting changes would restore data.
  await outbox.forget(auth.uids());
  // The server has also deleted the push subscription and the locale, which are settings of this device.
  void import("./push")
    .then(({ renewSubscription }) => sendLocale({ isForced: true }).then(renewSubscription))
    .catch((error: unknown) => console.warn("Reminders could not be set up again:", error));
  await removePersonalData();
  emptyQueries();
  notifyOtherTabs();
  // After that, because the queries are saved at any time.
  await cacheStore.forget(auth.uids());
}

/** Deletes all data that this browser has of these accounts. */
async function forget(uids: readonly string[]): Promise<void> {
  await outbox.forget(uids);
  await cacheStore.forget(uids);
  await import("./push")
    .then(({ dropSubscription }) => dropSubscription())
    .catch((error: unknown) => console.warn("The push subscription could not be ended:", error));
  await removePersonalData();
}

/**
 * Deletes the account with all its data, and creates a new anonymous one. `auth.onAccountChange` notifies the other
 * tabs.
 */
export async function signOutAndReset(): Promise<void> {
  await auth.signOutAndReset(forget).catch(refetchHouseholdAndThrow);
}

export type ExportFormat = "json" | "csv";

/** Exports all data of the account (JSON), or the items as a table (CSV). */
export function exportData(format: ExportFormat): Promise<string> {
  return requestText(format === "csv" ? "/api/user/export?format=csv" : "/api/user/export", { timeoutMs: 60_000 });
}
