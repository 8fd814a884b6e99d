/**
 * Tells how likely a household buys a food again within a week, from the days on which it bought it. A logistic model:
 * `lab/restock/train.py` trains it on the purchases of 1,333 households and says how often it is right.
 */

/** Decay time of a purchase: after so many days it counts a third as much. */
const MEMORY_DAYS = 45;
/** A food bought less often has no rhythm. */
const MIN_PURCHASES = 3;
const WEIGHTS = { purchases: 0.839, share: 0.452, rate: 0.096, overdue: -0.172, bias: -2.198 } as const;

const DAY_MS = 86_400_000;

/** Returns the number of a moment's day on this device. */
export function dayNumber(at: Date): number {
  return Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / DAY_MS;
}

/**
 * Returns the likelihood (0 to 1) of a purchase within seven days; 0 for a food bought less than three times. Days are
 * numbers of days, each once and in order; `trips` are the days on which the household bought anything.
 */
export function purchaseLikelihood(days: readonly number[], trips: readonly number[], today: number): number {
  const last = days.at(-1);
  if (last === undefined || days.length < MIN_PURCHASES) return 0;
  const recent = faded(days, today);
  const gap = median(
    days
      .slice(1)
      .map((day, index) => day - (days[index] ?? day))
      .slice(-6),
  );
  const overdue = Math.log((today - last + 0.5) / (gap + 0.5)) - 0.7;
  const score =
    WEIGHTS.bias +
    WEIGHTS.purchases * Math.log(days.length) +
    WEIGHTS.share * Math.log((recent + 0.3) / (faded(trips, today) + 1)) +
    WEIGHTS.rate * Math.log(recent + 0.1) +
    WEIGHTS.overdue * Math.max(0, overdue);
  return 1 / (1 + Math.exp(-score));
}

function faded(days: readonly number[], today: number): number {
  return days.reduce((sum, day) => sum + Math.exp((day - today) / MEMORY_DAYS), 0);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [below = 0, above = 0] = [sorted[sorted.length % 2 === 1 ? middle : middle - 1], sorted[middle]];
  return (below + above) / 2;
}
