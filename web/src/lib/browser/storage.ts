/**
 * Local storage that never throws. A browser may refuse it (private windows, blocked cookies, a full disk); values then
 * live as long as the page. Memory has only what the disk refused: a copy of the rest would outlive its removal in
 * another tab.
 */
const memory = new Map<string, string>();

/** Settings of the device, not of who uses it. Session and push subscription have their own ends. */
const OF_DEVICE = [
  "larder.session",
  "larder.theme",
  "larder.language",
  "larder.product-lookups",
  "larder.push",
  "larder.zone",
];

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
      // Storage is empty or blocked.
    }
  },
};

/**
 * Removes all data of a person in this browser, from local storage and from this tab's session storage. A new key
 * belongs to the person unless it is listed above.
 */
export function forgetPerson(): void {
  const isPersonal = (key: string) => key.startsWith("larder.") && !OF_DEVICE.includes(key);
  for (const key of [...memory.keys()].filter(isPersonal)) memory.delete(key);
  try {
    for (const area of [localStorage, sessionStorage])
      for (const key of Object.keys(area).filter(isPersonal)) area.removeItem(key);
  } catch {
    // An unreadable value counts as empty.
  }
}
