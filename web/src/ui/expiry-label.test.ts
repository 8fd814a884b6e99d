import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { currentFreshness, daysLeft, freshnessAt, lifeSegments } from "../lib/domain/freshness";
import en from "../locales/en/common.json";
import { expiryLabel } from "./expiry-label";
import type { Common } from "./strings";

interface Case {
  left: number;
  days: number;
  status: "fresh" | "soon" | "expired";
  segments: number;
  label: string;
}

const CASES = JSON.parse(
  readFileSync(new URL("../../../shared/data/freshness.golden.json", import.meta.url), "utf8"),
) as Case[];

const counted = (n: number, one: string, other: string) => (n === 1 ? one : other).replace("#", String(n));
const common = {
  expired: en.expired,
  daysLeft: (n: number) => counted(n, "# day left", "# days left"),
  daysExpired: (n: number) => counted(n, "Expired # day ago", "Expired # days ago"),
} as unknown as Common;

// The same at every hour, also where midnight or a change of the clocks lies in between.
const HOURS = ["2026-11-21T23:30:00.000Z", "2026-11-22T08:00:00.000Z", "2027-03-28T00:30:00.000Z"];

describe.each(HOURS)("one rule for days at %s", (hour) => {
  const now = new Date(hour);
  it.each(CASES)("$left ms before its moment is $label", ({ left, days, status, segments, label }) => {
    const expiresAt = new Date(now.getTime() + left).toISOString();
    expect(daysLeft(expiresAt, now)).toBe(days);
    expect(freshnessAt(expiresAt, now)).toBe(status);
    expect(expiryLabel(common, expiresAt, now)).toBe(label);
    if (status === "soon") expect(lifeSegments(days)).toBe(segments);
  });

  it("holds between the cases, too", () => {
    for (let left = -4 * 86_400_000; left < 5 * 86_400_000; left += 1_237_001) {
      const expiresAt = new Date(now.getTime() + left).toISOString();
      const status = currentFreshness({ status: "fresh", expiresAt }, now);
      const label = expiryLabel(common, expiresAt, now);
      const shown = /^(\d+) days? left$/.exec(label)?.[1];
      expect([status, label]).toEqual([shown === undefined ? "expired" : Number(shown) <= 3 ? "soon" : "fresh", label]);
      if (status === "soon") expect(lifeSegments(daysLeft(expiresAt, now))).toBe(Number(shown));
    }
  });
});
