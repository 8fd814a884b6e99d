/* Computes a horizontal swipe without the DOM, so that its thresholds can be tested. */

export interface SwipeRule {
  /** Travel past this many pixels counts; exactly this many does not. */
  readonly threshold: number;
  /** The row follows the finger this far at most. */
  readonly cap: number;
  readonly left: boolean;
  readonly right: boolean;
}

export const ITEM_SWIPE = { threshold: 60, cap: 120, left: true, right: true } as const satisfies SwipeRule;
export const LIST_SWIPE = { threshold: 100, cap: 200, left: false, right: true } as const satisfies SwipeRule;
export const TOAST_SWIPE = { threshold: 50, cap: 400, left: false, right: true } as const satisfies SwipeRule;

/** Returns the row's offset after `delta` pixels. */
export function swipeOffset(delta: number, rule: SwipeRule): number {
  const lowest = rule.left ? -rule.cap : 0;
  const highest = rule.right ? rule.cap : 0;
  return Math.min(highest, Math.max(lowest, delta));
}

/** Returns the effect of releasing after `delta` pixels. */
export function swipeOutcome(delta: number, rule: SwipeRule): "left" | "right" | "none" {
  if (rule.right && delta > rule.threshold) return "right";
  if (rule.left && delta < -rule.threshold) return "left";
  return "none";
}
