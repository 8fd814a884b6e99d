import { createStore } from "../lib/store";

/** The poll interval in seconds of a shared larder; 0 for an unshared one. The server sends it with each answer. */
export const pollInterval = createStore(0);

export function setPollInterval(header: string | null): void {
  const next = Math.max(0, Number(header) || 0);
  if (next !== pollInterval.get()) pollInterval.set(next);
}
