import { describe, expect, it } from "vitest";
import { currentFreshness, dayIndex, daysLeft, expiryAfter, freshnessAt, lifeLeft } from "./freshness";

const now = new Date("2026-11-21T10:00:00.000Z");
const after = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString();

describe("days left", () => {
  it.each([
    [0.01, 1],
    [1, 1],
    [1.01, 2],
    [7, 7],
    [-0.5, 0],
    [-1, -1],
    [-1.5, -1],
    [-2.2, -2],
  ])("%d days ahead counts as %i", (ahead, days) => {
    expect(daysLeft(after(ahead), now)).toBe(days);
    expect(Object.is(daysLeft(after(ahead), now), -0)).toBe(false);
  });
});

describe("freshness", () => {
  it.each([
    [0, "expired"],
    [-0.001, "expired"],
    [0.001, "soon"],
    [3, "soon"],
    [3.001, "fresh"],
  ] as const)("%d days ahead is %s", (ahead, status) => expect(freshnessAt(after(ahead), now)).toBe(status));
  it("keeps the server's word unless time has made it worse", () => {
    expect(currentFreshness({ status: "expired", expiresAt: after(5) }, now)).toBe("expired");
    expect(currentFreshness({ status: "fresh", expiresAt: after(-1) }, now)).toBe("expired");
    expect(currentFreshness({ status: "fresh", expiresAt: after(9) }, now)).toBe("fresh");
  });
});

it("the life bar runs from full to empty and never beyond", () => {
  expect(lifeLeft({ expiresAt: after(7), shelfLifeDays: 7 }, now)).toBe(1);
  expect(lifeLeft({ expiresAt: after(20), shelfLifeDays: 7 }, now)).toBe(1);
  expect(lifeLeft({ expiresAt: after(3.5), shelfLifeDays: 7 }, now)).toBe(0.5);
  expect(lifeLeft({ expiresAt: after(-3), shelfLifeDays: 7 }, now)).toBe(0);
});

it("expiry counts calendar days where the person is", () => {
  const evening = new Date(2026, 10, 21, 22, 0);
  expect(dayIndex(new Date(2026, 10, 21, 23, 0).toISOString(), evening)).toBe(0);
  expect(dayIndex(new Date(2026, 10, 22, 1, 0).toISOString(), evening)).toBe(1);
  expect(dayIndex(new Date(2026, 10, 20, 23, 0).toISOString(), evening)).toBe(-1);
});

it("a new item expires its shelf life from now", () => expect(expiryAfter(7, now)).toBe("2026-11-28T10:00:00.000Z"));
