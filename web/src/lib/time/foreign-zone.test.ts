import { afterEach, expect, it, vi } from "vitest";
import { cityOf, foreignZone } from "./foreign-zone";

vi.mock("./dates", () => ({ deviceTimeZone: () => device }));
let device = "Europe/Berlin";
const now = new Date("2026-11-28T12:00:00Z");

afterEach(() => {
  device = "Europe/Berlin";
});

it.each([
  ["America/New_York", "Europe/Berlin", "America/New_York"],
  ["Europe/Vienna", "Europe/Berlin", undefined],
  // The same hour in winter, another one in summer.
  ["Africa/Lagos", "Europe/Berlin", "Africa/Lagos"],
  ["Europe/Berlin", null, undefined],
  ["Europe/Berlin", "Mars/Olympus", undefined],
])("compares the device's %s with the larder's %s", (own, larder, expected) => {
  device = own;
  expect(foreignZone(larder, now)).toBe(expected);
});

it("names the city of a zone", () => {
  expect(cityOf("America/New_York")).toBe("New York");
  expect(cityOf("America/Argentina/Buenos_Aires")).toBe("Buenos Aires");
});
