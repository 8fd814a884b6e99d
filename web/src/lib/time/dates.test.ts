import { expect, it, vi } from "vitest";
import { formatFutureDay, formatDay, momentOfUtcDay } from "./dates";
import { dayIndex } from "../domain/freshness";

// Monday, 23 November 2026, in the evening.
const now = new Date(2026, 10, 23, 20, 0);
const on = (day: number, hour = 9) => new Date(2026, 10, 23 + day, hour).toISOString();

it.each([
  [0, "Today", "Heute"],
  [1, "Tomorrow", "Morgen"],
  [2, "Wed", "Mi"],
  [6, "Sun", "So"],
  [7, "Nov 30", "30. Nov."],
  [38, "Dec 31", "31. Dez."],
  [39, "Jan 1, 2027", "1. Jan. 2027"],
  [179, "May 21, 2027", "21. Mai 2027"],
  [180, "May 2027", "Mai 2027"],
  [365, "Nov 2027", "Nov. 2027"],
])("formats a day in %i days as %s", (day, english, german) => {
  expect(formatFutureDay("en", on(day), now)).toBe(english);
  expect(formatFutureDay("de", on(day), now)).toBe(german);
});

it("formats a time of tomorrow in less than 24 hours as Tomorrow", () =>
  expect(formatFutureDay("en", on(1, 7), now)).toBe("Tomorrow"));

it("shows the year for a day of another year", () => {
  expect(formatDay("en", on(4), now)).toBe("Fri, Nov 27");
  expect(formatDay("en", on(365), now)).toBe("Nov 23, 2027");
  expect(formatDay("de", on(365), now)).toBe("23. Nov. 2027");
});

it.each([
  ["2026-11-24T23:30:00Z", "Europe/Berlin", 0],
  ["2026-11-24T20:00:00Z", "Europe/Berlin", 0],
  ["2026-11-25T00:30:00Z", "Europe/Berlin", -1],
  ["2026-11-24T01:00:00Z", "America/Los_Angeles", 0],
])("places the UTC day 24 November at %s in %s %i days away", (at, zone, days) => {
  vi.stubEnv("TZ", zone);
  const then = new Date(at);
  expect(Math.min(0, dayIndex(momentOfUtcDay("2026-11-24", then), then))).toBe(days);
});
