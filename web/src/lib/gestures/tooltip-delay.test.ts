import { expect, it } from "vitest";
import { openDelay } from "./tooltip-delay";

it("waits 700 ms, and 0 within 300 ms of the last tooltip", () => {
  expect(openDelay(5_000, undefined)).toBe(700);
  expect(openDelay(5_300, 5_000)).toBe(0);
  expect(openDelay(5_301, 5_000)).toBe(700);
});
