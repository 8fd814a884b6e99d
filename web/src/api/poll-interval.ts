/** The poll interval in seconds of a shared larder; 0 for an unshared one. The server sends it with each answer. */
let interval = 0;
const listeners = new Set<() => void>();

export const pollInterval = (): number => interval;

export function setPollInterval(header: string | null): void {
  const next = Math.max(0, Number(header) || 0);
  if (next === interval) return;
  interval = next;
  for (const listener of listeners) listener();
}

export function onPollIntervalChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
