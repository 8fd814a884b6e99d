import { describe, expect, it } from "vitest";
import { formatRelative } from "./relative-time";

// Monday, 23 November 2026, in the evening.
const now = new Date(2026, 10, 23, 20, 0);

describe("formatRelative", () => {
  it.each([
    // 30 hours before 3 o'clock in the night is the evening of the day before yesterday.
    [new Date(2026, 10, 21, 21, 0), new Date(2026, 10, 23, 3, 0), "2 days ago", "vorgestern"],
    [new Date(2026, 10, 22, 14, 0), new Date(2026, 10, 23, 20, 0), "yesterday", "gestern"],
    [new Date(2026, 10, 22, 23, 0), new Date(2026, 10, 23, 1, 0), "2 hours ago", "vor 2 Stunden"],
    [new Date(2026, 10, 22, 1, 0), new Date(2026, 10, 23, 23, 0), "yesterday", "gestern"],
    [new Date(2026, 10, 14, 20, 0), now, "1 week ago", "vor 1 Woche"],
    // Not "last month", which was October.
    [new Date(2026, 8, 30, 20, 0), new Date(2026, 10, 12, 20, 0), "1 month ago", "vor 1 Monat"],
    [new Date(2025, 10, 1), now, "1 year ago", "vor 1 Jahr"],
    [new Date(now.getTime() - 59.8 * 60_000), now, "59 minutes ago", "vor 59 Minuten"],
    [new Date(now.getTime() - 23.9 * 3_600_000), now, "23 hours ago", "vor 23 Stunden"],
    [now, now, "now", "jetzt"],
  ])("formats %s at %s as %s", (then, at, english, german) => {
    expect(formatRelative("en", then, at)).toBe(english);
    expect(formatRelative("de", then, at)).toBe(german);
  });
});
