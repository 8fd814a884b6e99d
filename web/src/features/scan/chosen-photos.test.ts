import { expect, it } from "vitest";
import { movedUp } from "./chosen-photos";

it("moves a photo up by one position, but not the first", () => {
  expect(movedUp(["a", "b", "c"], 2)).toEqual(["a", "c", "b"]);
  expect(movedUp(["a", "b", "c"], 1)).toEqual(["b", "a", "c"]);
  expect(movedUp(["a", "b", "c"], 0)).toEqual(["a", "b", "c"]);
  expect(movedUp(["a"], 5)).toEqual(["a"]);
});
