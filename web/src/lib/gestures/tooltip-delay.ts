/** Milliseconds until a control under the pointer shows its tooltip (specification §9). */
const OPEN_DELAY_MS = 700;
/** Within this time after a tooltip another one is shown at once. */
const SKIP_DELAY_MS = 300;

/** Returns the delay at `now` if the last tooltip closed at `closedAt`, both in milliseconds. */
export function openDelay(now: number, closedAt: number | undefined): number {
  return closedAt !== undefined && now - closedAt <= SKIP_DELAY_MS ? 0 : OPEN_DELAY_MS;
}
