import { expect, it } from "vitest";
import { itemOf, rowOf } from "../../../../test/support/rows";
import { isFood, notPutAway } from "./put-away";

const NOW = new Date("2026-11-27T18:00:00.000Z");
const row = (name: string, completedAt: string | null, category = "Dairy & Eggs") =>
  rowOf(name, { category, isCompleted: completedAt !== null, completedAt });

it.each([
  ["a row that was just ticked", 0, undefined, true],
  ["a row that was ticked twelve hours ago", 12 * 60, undefined, false],
  ["a row whose food was added since", 60, 30, false],
  ["a row whose item reached the server first", 60, 65, false],
  ["a row whose food was in the larder before", 60, 90, true],
])("decides whether to offer %s", (_, tickedMinutesAgo, addedMinutesAgo, isOffered) => {
  const at = (minutesAgo: number) => new Date(NOW.getTime() - minutesAgo * 60_000).toISOString();
  const items = addedMinutesAgo === undefined ? [] : [itemOf("Milk", { createdAt: at(addedMinutesAgo) })];
  expect(notPutAway([row("Milk", at(tickedMinutesAgo))], items, [], NOW)).toHaveLength(isOffered ? 1 : 0);
});

it("treats cleaning supplies as no food", () => {
  const at = "2026-11-27T17:30:00.000Z";
  const lines = notPutAway([row("Soap", at, "Cleaning Supplies"), row("Candles", at, "Party")], [], [], NOW);
  expect(lines.filter(isFood).map(({ name }) => name)).toEqual(["Candles"]);
});
