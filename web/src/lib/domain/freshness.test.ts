import { afterEach, expect, it } from "vitest";
import { setLarderZone } from "../time/larder-zone";
import { dayIndex, daysLeft, expiryAfter, expiryDay, purchaseDay } from "./freshness";

afterEach(() => setLarderZone(undefined));

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

it("counts a shelf life from the larder's today, wherever the device is", () => {
  for (const zone of ["Pacific/Kiritimati", "Asia/Kathmandu", "America/New_York", "Pacific/Pago_Pago"]) {
    setLarderZone(zone);
    for (let hour = 0; hour < 24; hour += 1) {
      const now = new Date(Date.UTC(2026, 10, 28, hour, 30));
      expect(daysLeft({ expiresAt: expiryAfter(5, now) }, now), `${zone}, ${hour}:30 UTC`).toBe(5);
    }
  }
});

it.each([
  ["Europe/Berlin", "2026-11-29T00:30:00.000Z", "2026-11-30T22:59:59.999Z"],
  // The day has 25 hours.
  ["Europe/Berlin", "2026-10-24T12:00:00.000Z", "2026-10-25T22:59:59.999Z"],
  // The clock goes from 24:00 to 01:00.
  ["Asia/Beirut", "2022-03-25T12:00:00.000Z", "2022-03-26T21:59:59.999Z"],
])("ends a day in %s like the server", (zone, now, end) => {
  setLarderZone(zone);
  expect(expiryAfter(1, new Date(now))).toBe(end);
});

it("shows a client's moment on the larder's day", () => {
  const moment = { expiresAt: "2026-11-28T12:00:00.000Z" };
  setLarderZone("Pacific/Kiritimati");
  expect(expiryDay(moment)).toBe("2026-11-29");
  setLarderZone("Etc/GMT+12");
  expect(expiryDay({ expiresAt: "2026-11-28T11:00:00.000Z" })).toBe("2026-11-27");
});

it("counts a receipt's shelf lives from its day of purchase, at the latest from the scan", () => {
  setLarderZone("Europe/Berlin");
  const from = (purchasedOn: string | null) => purchaseDay({ scannedAt: "2026-11-20T23:30:00.000Z", purchasedOn });
  expect([null, "2026-11-20", "2026-11-21", "2026-11-22"].map(from)).toEqual([
    "2026-11-21",
    "2026-11-20",
    "2026-11-21",
    "2026-11-21",
  ]);
});
