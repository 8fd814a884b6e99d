import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { currentFreshness, daysLeft, expiryAfter, freshnessAt } from "../lib/domain/freshness";
import en from "../locales/en/common.json";
import { expiryLabel, expiryText } from "./expiry-label";
import type { Common } from "./strings";

interface Case {
  left: number;
  days: number;
  status: "fresh" | "soon" | "expired";
  label: string;
}

const CASES = JSON.parse(
  readFileSync(new URL("../../../shared/data/freshness.golden.json", import.meta.url), "utf8"),
) as Case[];

const counted = (n: number, one: string, other: string) => (n === 1 ? one : other).replace("#", String(n));
const common = {
  expired: en.expired,
  daysLeft: (n: number) => counted(n, "# day left", "# days left"),
  timeLeft: (time: string) => en.timeLeft.replace("{time}", time),
  daysExpired: (n: number) => counted(n, "Expired # day ago", "Expired # days ago"),
} as unknown as Common;

// Also before midnight and before a clock change.
const HOURS = ["2026-11-21T23:30:00.000Z", "2026-11-22T08:00:00.000Z", "2027-03-28T00:30:00.000Z"];

describe.each(HOURS)("days left at %s", (hour) => {
  const now = new Date(hour);
  it.each(CASES)("$left ms before its moment is $label", ({ left, days, status, label }) => {
    const expiresAt = new Date(now.getTime() + left).toISOString();
    expect(daysLeft(expiresAt, now)).toBe(days);
    expect(freshnessAt(expiresAt, now)).toBe(status);
    expect(expiryLabel(common, "en", expiresAt, now)).toBe(label);
  });

  it("agrees with the freshness at all times", () => {
    for (let left = -4 * 86_400_000; left < 5 * 86_400_000; left += 1_237_001) {
      const expiresAt = new Date(now.getTime() + left).toISOString();
      const status = currentFreshness({ status: "fresh", expiresAt }, now);
      const label = expiryLabel(common, "en", expiresAt, now);
      const shown = /^(\d+) days? left$/.exec(label)?.[1];
      expect([status, label]).toEqual([shown === undefined ? "expired" : Number(shown) <= 3 ? "soon" : "fresh", label]);
    }
  });
});

// Friday, in the evening.
const friday = new Date(2026, 10, 27, 21, 30);
it.each([
  [0, "Today · 1 day left"],
  [1, "Tomorrow · 2 days left"],
  [3, "Mon · 4 days left"],
  [15, "Dec 12 · 16 days left"],
  [70, "Feb 5, 2027 · 2 months left"],
  [180, "May 2027 · 6 months left"],
  [800, "Feb 2029 · 2 years left"],
  [-1, "Expired"],
  [-2, "Expired 1 day ago"],
])("formats a date in %i days as %s", (days, text) => {
  const item = { expiresAt: new Date(2026, 10, 27 + days, 23, 59, 59, 999).toISOString() };
  expect(expiryText(common, "en", item, friday).replaceAll("\u00a0", " ")).toBe(text);
});

it("shows the same text at every hour of a day", () => {
  for (const hour of [0, 11, 23]) {
    const now = new Date(2026, 10, 27, hour, 59);
    const item = { expiresAt: expiryAfter(3, now) };
    expect(expiryText(common, "en", item, now)).toBe("Mon\u00a0· 4 days left");
    expect(freshnessAt(item.expiresAt, now)).toBe("fresh");
  }
});
