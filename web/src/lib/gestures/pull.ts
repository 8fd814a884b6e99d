/* Computes a pull to refresh without the DOM, so that its threshold can be tested. */

/** Travel past this many pixels refreshes; exactly this many does not. */
const PULL_THRESHOLD = 80;
/** Travel in pixels after which a movement is classified as a pull, scroll or swipe. */
const DIRECTION_THRESHOLD = 8;
/** The indicator follows the finger at this rate, down to `MAX_OFFSET` pixels. */
const RATE = 0.6;
const MAX_OFFSET = 72;

/** Classifies a finger's movement. Sideways ones are swipes of rows, upward ones scroll. */
export function pullIntent(dx: number, dy: number): "undecided" | "pull" | "other" {
  if (Math.abs(dx) <= DIRECTION_THRESHOLD && Math.abs(dy) <= DIRECTION_THRESHOLD) return "undecided";
  return dy > Math.abs(dx) ? "pull" : "other";
}

/** Returns the indicator's distance from its hidden position after `delta` pixels. */
export function pullOffset(delta: number): number {
  return Math.min(MAX_OFFSET, Math.max(0, delta * RATE));
}

/** Returns true if releasing after `delta` pixels refreshes. */
export function shouldRefresh(delta: number): boolean {
  return delta > PULL_THRESHOLD;
}
