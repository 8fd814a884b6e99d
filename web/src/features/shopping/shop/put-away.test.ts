import { expect, it } from "vitest";
import { rowOf } from "../../../../test/support/rows";
import { isFood, notPutAway } from "./put-away";

const NOW = new Date("2026-11-27T18:00:00.000Z");
const row = (name: string, completedAt: string | null, category = "Dairy & Eggs") =>
  rowOf(name, { category, isCompleted: completedAt !== null, completedAt });

it("treats cleaning supplies as no food", () => {
  const at = "2026-11-27T17:30:00.000Z";
  const lines = notPutAway([row("Soap", at, "Cleaning Supplies"), row("Candles", at, "Party")], [], [], NOW);
  expect(lines.filter(isFood).map(({ name }) => name)).toEqual(["Candles"]);
});
