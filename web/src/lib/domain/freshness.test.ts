import { expect, it } from "vitest";
import { dayIndex, expiryAfter, purchaseMoment } from "./freshness";

it("counts calendar days in the user's time zone", () => {
  const evening = new Date(2026, 10, 21, 22, 0);
  expect(dayIndex(new Date(2026, 10, 21, 23, 0).toISOString(), evening)).toBe(0);
  expect(dayIndex(new Date(2026, 10, 22, 1, 0).toISOString(), evening)).toBe(1);
  expect(dayIndex(new Date(2026, 10, 20, 23, 0).toISOString(), evening)).toBe(-1);
});

it("expires a new item at the end of a day, at any hour", () => {
  for (const hour of [0, 9, 23]) {
    const end = new Date(expiryAfter(7, new Date(2026, 9, 20, hour, 30)));
    expect(end).toEqual(new Date(2026, 9, 27, 23, 59, 59, 999));
  }
});

it("counts a receipt's shelf lives from its day of purchase, at the latest from the scan", () => {
  const scannedAt = new Date(2026, 10, 21, 0, 30).toISOString();
  const from = (purchasedOn: string | null) =>
    dayIndex(purchaseMoment({ scannedAt, purchasedOn }), new Date(scannedAt));
  expect([from(null), from("2026-11-20"), from("2026-11-21"), from("2026-11-22")]).toEqual([0, -1, 0, 0]);
});
