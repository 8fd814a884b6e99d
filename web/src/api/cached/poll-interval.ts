import { createStore } from "../../lib/state/store";

/** The interval until the server answers one: in a shared larder the first answer sets it. */
const DEFAULT_SECONDS = 30;

/** The poll interval in seconds of a shared larder; 0 for an unshared one. The server sends it with each answer. */
export const pollInterval = createStore(DEFAULT_SECONDS);

export function setPollInterval(header: string | null): void {
  const next = Math.max(0, Number(header) || 0);
  if (next !== pollInterval.get()) pollInterval.set(next);
}
