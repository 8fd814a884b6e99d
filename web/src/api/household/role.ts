import { auth } from "../../lib/auth/auth";
import { values } from "../../lib/browser/database";
import { storage } from "../../lib/browser/storage";
import { createStore, useStore } from "../../lib/state/store";

const KEY = "larder.role";

/** The role that the server has sent last; null on a device that may do everything. */
const role = createStore(storage.get(KEY));

/** Returns true on a device that may only look and tick the shopping list. */
export const isLooker = (): boolean => role.get() !== null;

export const useIsLooker = (): boolean => useStore(role) !== null;

export const subscribeRole = role.subscribe;

/** Stores the role that the server has sent with a response. */
export function storeRole(next: string | null): void {
  // Another tab may have stored another one.
  if (next === role.get() && next === storage.get(KEY)) return;
  if (next === null) storage.remove(KEY);
  else storage.set(KEY, next);
  role.set(next);
  storeRoleForReminders();
}

/** Stores the role for the reminders of the service worker, which has no local storage. */
export function storeRoleForReminders(): void {
  void values.set("role", role.get()).catch(() => undefined);
}

// The role is that of the device in one larder.
auth.onAccountChange(() => storeRole(null));
