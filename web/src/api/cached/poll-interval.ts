import { createStore } from "../../lib/state/store";

/** The interval until the first response sets it. */
const DEFAULT_SECONDS = 30;
/** A timer of more than 24 days would fire at once. */
const MAX_SECONDS = 3_600;

/** The poll interval of a shared larder in seconds; 0 for an unshared one. The server sends it with each response. */
export const pollInterval = createStore(DEFAULT_SECONDS);

export function setPollInterval(header: string | null): void {
  const next = Math.min(MAX_SECONDS, Math.max(0, Math.floor(Number(header) || 0)));
  if (next !== pollInterval.get()) pollInterval.set(next);
}
