/**
 * Computes the likelihood that a household buys a food again within a week, by the days of its purchases. The logistic
 * model is trained by `lab/restock/train.py` on the purchases of 1,333 households, which also prints its accuracy.
 */

/** The decay time of a purchase, after which its weight is about a third. */
const DECAY_DAYS = 45;
/** A food with fewer purchases has no likelihood. */
const MIN_PURCHASES = 3;
/** The number of latest gaps between two purchases whose median is the usual one. */
const MAX_GAPS = 6;
/** The weights of the model. Its inputs, with their constants, are those of `features` in `train.py`. */
const WEIGHTS = { purchases: 0.839, share: 0.452, rate: 0.096, overdue: -0.172, bias: -2.198 } as const;

/**
 * Returns the likelihood (0 to 1) of a purchase within seven days; 0 for a food bought less than three times. `days`
 * are the sorted days of its purchases, `trips` those of any purchase; both are relative to today, so 0 or negative.
 */
export function purchaseLikelihood(days: readonly number[], trips: readonly number[]): number {
  const last = days.at(-1);
  if (last === undefined || days.length < MIN_PURCHASES) return 0;
  const recent = decayedCount(days);
  const gaps = days.slice(1).map((day, index) => day - (days[index] ?? day));
  const gap = median(gaps.slice(-MAX_GAPS));
  const overdue = Math.log((0.5 - last) / (gap + 0.5)) - 0.7;
  const score =
    WEIGHTS.bias +
    WEIGHTS.purchases * Math.log(days.length) +
    WEIGHTS.share * Math.log((recent + 0.3) / (decayedCount(trips) + 1)) +
    WEIGHTS.rate * Math.log(recent + 0.1) +
    WEIGHTS.overdue * Math.max(0, overdue);
  return 1 / (1 + Math.exp(-score));
}

function decayedCount(days: readonly number[]): number {
  return days.reduce((sum, day) => sum + Math.exp(day / DECAY_DAYS), 0);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [below = 0, above = 0] = [sorted[sorted.length % 2 === 1 ? middle : middle - 1], sorted[middle]];
  return (below + above) / 2;
}
