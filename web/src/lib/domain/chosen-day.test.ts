import { describe, expect, it, vi } from "vitest";
import { chosenExpiry } from "./chosen-day";
import { dayIndex, expiryDate, expiryDay } from "./freshness";

describe.each(["America/Los_Angeles", "Europe/Berlin", "Pacific/Auckland"])("in %s", (zone) => {
  it("keeps a day that was chosen in Los Angeles", () => {
    vi.stubEnv("TZ", "America/Los_Angeles");
    const milk = { expiresAt: "2026-12-05T20:00:00.000Z", shelfLifeDays: 7 };
    const picked = { ...milk, ...chosenExpiry(milk, "2026-12-12") };
    expect(picked.expiresOn).toBe("2026-12-12");
    vi.stubEnv("TZ", zone);
    expect(expiryDay(picked)).toBe("2026-12-12");
    expect(expiryDate(picked).getDate()).toBe(12);
    expect(dayIndex(expiryDate(picked), new Date(2026, 11, 10, 9))).toBe(2);
  });

  it("keeps the moment of an item without a day", () => {
    vi.stubEnv("TZ", zone);
    const moment = "2026-12-12T12:00:00.000Z";
    expect(expiryDate({ expiresAt: moment })).toEqual(new Date(moment));
  });
});

it("computes the shelf life of a chosen day, and rejects an invalid one", () => {
  const item = { expiresAt: new Date(2026, 10, 28, 10).toISOString(), shelfLifeDays: 7 };
  expect(chosenExpiry(item, "2026-12-12")).toEqual({
    expiresAt: new Date(2026, 11, 12, 23, 59, 59, 999).toISOString(),
    expiresOn: "2026-12-12",
    shelfLifeDays: 21,
  });
  expect(chosenExpiry(item, "2026-11-01")?.shelfLifeDays).toBe(1);
  expect(chosenExpiry(item, "")).toBeUndefined();
});
