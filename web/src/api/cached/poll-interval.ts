import { createStore } from "../../lib/state/store";

/** Until the server has said how often to ask: a shared larder that begins without it finds it again. */
const DEFAULT_SECONDS = 30;

/** The poll interval in seconds of a shared larder; 0 for an unshared one. The server sends it with each answer. */
export const pollInterval = createStore(DEFAULT_SECONDS);

export function setPollInterval(header: string | null): void {
  const next = Math.max(0, Number(header) || 0);
  if (next !== pollInterval.get()) pollInterval.set(next);
}
