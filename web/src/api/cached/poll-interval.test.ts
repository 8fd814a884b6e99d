import { expect, it } from "vitest";
import { pollInterval, setPollInterval } from "./poll-interval";

it.each([
  ["20", 20],
  ["86400", 3_600],
  ["Infinity", 3_600],
  ["0.001", 0],
  ["-1", 0],
  ["soon", 0],
])("takes the interval %s of a server or proxy as %i seconds", (header, expected) => {
  setPollInterval(header);
  expect(pollInterval.get()).toBe(expected);
});
