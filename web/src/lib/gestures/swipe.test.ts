import { describe, expect, it } from "vitest";
import { ITEM_SWIPE, LIST_SWIPE, TOAST_SWIPE, swipeOffset, swipeOutcome } from "./swipe";

describe("an item's swipe", () => {
  it.each([
    [59, "none"],
    [60, "none"],
    [61, "right"],
    [-59, "none"],
    [-60, "none"],
    [-61, "left"],
  ] as const)("of %i px has the effect %s", (delta, outcome) => expect(swipeOutcome(delta, ITEM_SWIPE)).toBe(outcome));
  it.each([
    [119, 119],
    [121, 120],
    [-500, -120],
    [0, 0],
  ])("of %i px moves the row by %i", (delta, offset) => expect(swipeOffset(delta, ITEM_SWIPE)).toBe(offset));
});

describe("a list row's swipe", () => {
  it.each([
    [99, "none"],
    [100, "none"],
    [101, "right"],
    [-400, "none"],
  ] as const)("of %i px has the effect %s", (delta, outcome) => expect(swipeOutcome(delta, LIST_SWIPE)).toBe(outcome));
  it.each([
    [201, 200],
    [-50, 0],
  ])("of %i px moves the row by %i", (delta, offset) => expect(swipeOffset(delta, LIST_SWIPE)).toBe(offset));
});

it("moves a toast past 50 px to the right only", () => {
  expect(swipeOutcome(50, TOAST_SWIPE)).toBe("none");
  expect(swipeOutcome(51, TOAST_SWIPE)).toBe("right");
  expect(swipeOutcome(-300, TOAST_SWIPE)).toBe("none");
});
