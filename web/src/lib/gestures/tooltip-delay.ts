/** Milliseconds that a pointer rests on a control before its name is shown (specification §9). */
export const OPEN_DELAY = 700;
/** After a tooltip, another one within this time is shown at once. */
export const SKIP_DELAY = 300;

/** Returns the delay at `now` if the last one closed at `closedAt`, both in milliseconds of one clock. */
export function openDelay(now: number, closedAt: number | undefined): number {
  return closedAt !== undefined && now - closedAt <= SKIP_DELAY ? 0 : OPEN_DELAY;
}
