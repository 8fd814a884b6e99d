import { describe, expect, test } from "vitest";
import { pullIntent, pullOffset, shouldRefresh } from "./pull";

describe("pulling to refresh", () => {
  test("needs more than 80 px", () => {
    expect([79, 80, 81].map(shouldRefresh)).toEqual([false, false, true]);
  });

  test("ignores movements sideways and up, and the first eight pixels", () => {
    expect(pullIntent(0, 8)).toBe("undecided");
    expect(pullIntent(-8, 8)).toBe("undecided");
    expect(pullIntent(2, 9)).toBe("pull");
    expect(pullIntent(9, 9)).toBe("other");
    expect(pullIntent(-12, 5)).toBe("other");
    expect(pullIntent(0, -9)).toBe("other");
  });

  test("moves the indicator more slowly than the finger, up to a maximum", () => {
    expect(pullOffset(-30)).toBe(0);
    expect(pullOffset(50)).toBe(30);
    expect(pullOffset(1_000)).toBe(72);
  });
});
