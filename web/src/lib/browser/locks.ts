/**
 * The last work of each lock. Without the Web Locks API, which insecure contexts lack, it excludes only the same tab or
 * worker.
 */
const lastWork = new Map<string, Promise<unknown>>();

/** Runs `work` while no other tab or worker holds the lock. */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (typeof navigator !== "undefined" && "locks" in navigator && navigator.locks) {
    return (await navigator.locks.request(`larder.${name}`, work)) as T;
  }
  const before = lastWork.get(name) ?? Promise.resolve();
  const run = before.then(work, work);
  lastWork.set(
    name,
    run.catch(() => undefined),
  );
  return run;
}
