import { describe, expect, it } from "vitest";
import { moved } from "./chosen-photos";

describe("the order of photos", () => {
  it("moves by one position, and not beyond the first", () => {
    expect(moved(["a", "b", "c"], 2)).toEqual(["a", "c", "b"]);
    expect(moved(["a", "b", "c"], 1)).toEqual(["b", "a", "c"]);
    expect(moved(["a", "b", "c"], 0)).toEqual(["a", "b", "c"]);
    expect(moved(["a"], 5)).toEqual(["a"]);
  });
});
