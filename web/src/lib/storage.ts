/**
 * Local storage that never throws. A browser may refuse it (private windows, blocked cookies, a full disk); values then
 * live as long as the page. Memory has only what the disk refused: a copy of the rest would outlive its removal in
 * another tab.
 */
const memory = new Map<string, string>();

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
      // Nothing was stored there either.
    }
  },
};
