/**
 * Runs `work` while no other tab runs work of the same name. Without the Web Locks API (very old browsers) a tab can
 * only exclude itself.
 */
const tails = new Map<string, Promise<unknown>>();

export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (typeof navigator !== "undefined" && "locks" in navigator && navigator.locks) {
    return (await navigator.locks.request(`larder.${name}`, work)) as T;
  }
  const before = tails.get(name) ?? Promise.resolve();
  const run = before.then(work, work);
  tails.set(
    name,
    run.catch(() => undefined),
  );
  return run;
}
