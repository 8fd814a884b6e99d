/** Computes the pull of a list to refresh it, without any element so that its threshold can be tested to the pixel. */

/** Travel past this many pixels refreshes; exactly this many does not. */
export const PULL_THRESHOLD = 80;
/** Travel after which it is known whether the finger pulls, scrolls or swipes sideways. */
export const PULL_DECIDE = 8;
/** The sign follows the finger at this rate, down to `REACH`: the resistance shows that there is nothing more above. */
const RATE = 0.6;
const REACH = 72;

/** Classifies a finger's movement. Sideways belongs to the rows, upwards is scrolling. */
export function pullIntent(dx: number, dy: number): "undecided" | "pull" | "other" {
  if (Math.abs(dx) <= PULL_DECIDE && Math.abs(dy) <= PULL_DECIDE) return "undecided";
  return dy > Math.abs(dx) ? "pull" : "other";
}

/** Returns the indicator's distance from its hidden place after `delta` pixels. */
export function pullOffset(delta: number): number {
  return Math.min(REACH, Math.max(0, delta * RATE));
}

/** Returns true if releasing after `delta` pixels refreshes. */
export function pullsEnough(delta: number): boolean {
  return delta > PULL_THRESHOLD;
}
