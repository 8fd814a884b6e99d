import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { daysLeft, expiryAfter, freshnessAt } from "../../lib/domain/freshness";
import { setLarderZone } from "../../lib/time/larder-zone";
import en from "../../locales/en/common.json";
import { expiryText, shownFreshness, printedUseByText } from "./expiry-label";
import type { Common } from "./strings";

interface Case {
  now: string;
  zone: string;
  expiresAt: string;
  expiresOn?: string;
  days: number;
  status: "fresh" | "soon" | "expired";
  label: string;
}

const CASES = JSON.parse(
  readFileSync(new URL("../../../../shared/data/freshness.golden.json", import.meta.url), "utf8"),
) as Case[];

const counted = (n: number, one: string, other: string) => (n === 1 ? one : other).replace("#", String(n));
const common = {
  expired: en.expired,
  daysLeft: (n: number) => counted(n, "# day left", "# days left"),
  timeLeft: (time: string) => en.timeLeft.replace("{time}", time),
  daysExpired: (n: number) => counted(n, "Expired # day ago", "Expired # days ago"),
  bestBeforePast: (day: string) => en.bestBeforePast.replace("{day}", day),
  useByDay: (day: string) => en.useByDay.replace("{day}", day),
} as unknown as Common;
const textOf = (item: Parameters<typeof expiryText>[2], now: Date) =>
  expiryText(common, "en", item, now).replaceAll("\u00a0", " ");

vi.stubEnv("TZ", "Europe/Berlin");
beforeEach(() => {
  vi.stubEnv("TZ", "Europe/Berlin");
  setLarderZone(undefined);
});

// The device may be anywhere.
describe.each(["Europe/Berlin", "America/Los_Angeles", "Pacific/Auckland"])("on a device in %s", (device) => {
  it.each(CASES)(
    "$expiresOn $expiresAt at $now in $zone is $label",
    ({ now: at, zone, days, status, label, ...item }) => {
      vi.stubEnv("TZ", device);
      setLarderZone(zone);
      const now = new Date(at);
      expect([daysLeft(item, now), freshnessAt(item, now)]).toEqual([days, status]);
      // A moment is shown by the device's calendar. Formatters are cached: only the first zone can be tested.
      if (device === "Europe/Berlin" && (item.expiresOn !== undefined || zone === device))
        expect(textOf(item, now)).toBe(label);
    },
  );
});

it("shows the same text at every hour of a day", () => {
  for (const hour of [0, 11, 23]) {
    const now = new Date(2026, 10, 27, hour, 59);
    const item = { expiresAt: expiryAfter(3, now) };
    expect(textOf(item, now)).toBe("Mon · 3 days left");
    expect(freshnessAt(item, now)).toBe("soon");
  }
});

// Friday.
const now = new Date(2026, 10, 27, 12);

it("says what to do with food past its best-before date, in amber", () => {
  const rice = { expiresAt: "2026-11-26T12:00:00Z", expiresOn: "2026-11-26", dateKind: "best_before" };
  expect(textOf(rice, now)).toBe("Best before Thu · check and eat");
  expect([shownFreshness(rice, now), freshnessAt(rice, now)]).toEqual(["soon", "expired"]);
  expect(textOf({ ...rice, expiresOn: "2026-10-02" }, now)).toBe("Best before Oct 2 · check and eat");
  expect(textOf({ ...rice, expiresOn: "2026-11-30" }, now)).toBe("Mon · 3 days left");
  // The date after opening is an estimate.
  const opened = { ...rice, expiryReason: { because: "opened" } };
  expect([textOf(opened, now), shownFreshness(opened, now)]).toEqual(["Expired 1 day ago", "expired"]);
});

it("warns of a use-by date that is near or past", () => {
  const ham = { expiresAt: "2026-11-27T12:00:00Z", expiresOn: "2026-11-27", dateKind: "use_by" };
  const warnings = ["2026-11-25", "2026-11-27", "2026-11-28", "2026-11-30", "2026-12-01"].map((expiresOn) =>
    printedUseByText(common, "en", { ...ham, expiresOn }, now),
  );
  const warning = (day: string) => `Use by ${day} · don't eat it after`;
  expect(warnings).toEqual([warning("Wed"), warning("today"), warning("tomorrow"), warning("Mon"), undefined]);
});
