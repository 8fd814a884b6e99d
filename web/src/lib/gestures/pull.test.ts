import { describe, expect, test } from "vitest";
import { pullIntent, pullOffset, pullsEnough } from "./pull";

describe("pulling to refresh", () => {
  test("needs 81 px: 79 and 80 are not enough", () => {
    expect([79, 80, 81].map(pullsEnough)).toEqual([false, false, true]);
  });

  test("ignores a finger that goes sideways or up, and the first eight pixels", () => {
    expect(pullIntent(0, 8)).toBe("undecided");
    expect(pullIntent(-8, 8)).toBe("undecided");
    expect(pullIntent(2, 9)).toBe("pull");
    expect(pullIntent(9, 9)).toBe("other");
    expect(pullIntent(-12, 5)).toBe("other");
    expect(pullIntent(0, -9)).toBe("other");
  });

  test("moves the sign with resistance, never upwards and never out of reach", () => {
    expect(pullOffset(-30)).toBe(0);
    expect(pullOffset(50)).toBe(30);
    expect(pullOffset(1_000)).toBe(72);
  });
});
