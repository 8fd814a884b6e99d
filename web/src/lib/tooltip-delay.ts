/** Milliseconds that a pointer rests on a control before its name is shown (specification §9). */
export const OPEN_DELAY = 700;
/**
 * Within this time after one was shown, the next is shown at once: whoever reads a row of icons waits only for the
 * first.
 */
export const SKIP_DELAY = 300;

/** How long to wait at `now`, when the last one closed at `closedAt`, both in milliseconds of one clock. */
export function openDelay(now: number, closedAt: number | undefined): number {
  return closedAt !== undefined && now - closedAt <= SKIP_DELAY ? 0 : OPEN_DELAY;
}
