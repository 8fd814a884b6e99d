import { expect, it } from "vitest";
import foods from "../../../../shared/data/same_foods.json";
import { sameFoodKey } from "./food-name";

const pairs = (cases: Record<string, string[]>) =>
  Object.values(cases)
    .flat()
    .map((pair) => pair.split("/").map(sameFoodKey));

it("returns the same key for singular and plural of a food, and other keys for other foods", () => {
  expect(pairs(foods.same).filter(([one, other]) => one !== other)).toEqual([]);
  expect(pairs(foods.different).filter(([one, other]) => one === other)).toEqual([]);
});
