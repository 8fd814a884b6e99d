import { expect, it } from "vitest";
import { isCounted } from "./shares";

it.each([
  [2, "carton", true],
  [2, "gallon", true],
  [1, "carton", false],
  [2, "l", false],
  [75, "cl", false],
  [500, "g", false],
])("counts packages in %d %s: %s", (quantity, unit, expected) => expect(isCounted({ quantity, unit })).toBe(expected));
