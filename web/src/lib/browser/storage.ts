/**
 * The values that local storage refused (private windows, blocked cookies, a full disk). They last as long as the page.
 * Other values are not copied here, because another tab may remove them.
 */
const memory = new Map<string, string>();

/** What was typed into forms, by name (`screen-drafts.ts`). */
export const drafts = new Map<string, unknown>();

/**
 * Keys that `removePersonalKeys` keeps: settings of the device. Session and push subscription are removed elsewhere.
 */
const DEVICE_KEYS = ["larder.session", "larder.theme", "larder.language", "larder.product-lookups", "larder.push"];

/** Local storage that never throws. */
export const storage = {
  get(key: string): string | null {
    const refused = memory.get(key);
    if (refused !== undefined) return refused;
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  set(key: string, value: string): void {
    try {
      localStorage.setItem(key, value);
      memory.delete(key);
    } catch {
      memory.set(key, value);
    }
  },
  remove(key: string): void {
    memory.delete(key);
    try {
      localStorage.removeItem(key);
    } catch {
      // Storage is blocked.
    }
  },
};

/**
 * Removes the user's data from local storage and this tab's session storage: all keys except those of the device. Also
 * forgets what was typed into forms.
 */
export function removePersonalKeys(): void {
  drafts.clear();
  const isPersonal = (key: string) => key.startsWith("larder.") && !DEVICE_KEYS.includes(key);
  for (const key of [...memory.keys()].filter(isPersonal)) memory.delete(key);
  try {
    for (const area of [localStorage, sessionStorage])
      for (const key of Object.keys(area).filter(isPersonal)) area.removeItem(key);
  } catch {
    // Storage is blocked.
  }
}
