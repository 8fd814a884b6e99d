import { expect, it } from "vitest";
import { purchaseLikelihood } from "./purchase-likelihood";

/** Returns the likelihood for purchases on these days, and weekly trips. */
function likelihood(days: readonly number[], today: number): number {
  const weekly = Array.from({ length: Math.ceil(today / 7) }, (_, week) => week * 7);
  const trips = [...new Set([...weekly, ...days])].sort((a, b) => a - b);
  const untilToday = (all: readonly number[]) => all.map((day) => day - today);
  return purchaseLikelihood(untilToday(days), untilToday(trips));
}

// The purchases and likelihoods that `lab/restock/train.py` prints with its weights.
it.each([
  [[0, 7, 14, 21], 27, 0.264],
  [[0, 30, 60], 150, 0.067],
  [[3, 10, 30], 45, 0.14],
])("gives %j on day %i the likelihood of the trained model", (days, today, expected) => {
  expect(likelihood(days, today)).toBeCloseTo(expected, 2);
});

it("returns 0 for two purchases", () => {
  expect(likelihood([0, 7], 13)).toBe(0);
});
