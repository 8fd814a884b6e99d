import { storage } from "../../lib/browser/storage";

const KEY = "larder.role";

/** Returns true on a device that may only look and tick the shopping list. */
export const isLooker = (): boolean => storage.get(KEY) !== null;

/**
 * Stores the role that the server has sent with a response, none for a device that may do everything, or shows the
 * stored one. `members-only` in `screens.css` hides what this device may not do.
 */
export function setRole(role = storage.get(KEY)): void {
  if (role === null) storage.remove(KEY);
  else storage.set(KEY, role);
  document.documentElement.toggleAttribute("data-looker", role !== null);
}
