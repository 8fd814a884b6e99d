// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { tickIfDaysChanged, noteServerTime, useNow, useToday } from "./clock";
import { daysLeft } from "../domain/freshness";

const START = new Date("2026-11-26T02:00:00Z");
const HALF_MINUTE = 30_000;
const twoDaysAfter = (moment: number) => new Date(moment + 2 * 86_400_000).toISOString();

beforeEach(() => {
  vi.useFakeTimers({ now: START });
});

it("ticks at once for a change that was made between two ticks", () => {
  const { result } = renderHook(useNow);
  vi.setSystemTime(START.getTime() + HALF_MINUTE);
  const thawed = { expiresAt: twoDaysAfter(Date.now()) };
  expect(daysLeft(thawed, result.current)).toBe(3);
  act(() => tickIfDaysChanged([thawed]));
  expect(daysLeft(thawed, result.current)).toBe(2);
});

it("keeps the day until midnight", () => {
  vi.setSystemTime(new Date(2026, 10, 26, 23, 57));
  const { result } = renderHook(useToday);
  act(() => vi.advanceTimersByTime(60_000));
  const before = result.current;
  expect(before).toEqual(new Date(2026, 10, 26));
  act(() => vi.advanceTimersByTime(119_000));
  expect(result.current).toBe(before);
  act(() => vi.advanceTimersByTime(61_000));
  expect(result.current).toEqual(new Date(2026, 10, 27));
});

it("does not tick while the days left are unchanged", () => {
  const { result } = renderHook(useNow);
  const before = result.current;
  vi.setSystemTime(START.getTime() + HALF_MINUTE);
  act(() => tickIfDaysChanged([{ expiresAt: "2026-11-30T12:00:00Z" }, { expiresAt: "2026-11-01T12:00:00Z" }]));
  expect(result.current).toBe(before);
});

it("uses the server's time if the device's is wrong", () => {
  const { result } = renderHook(useNow);
  const at = (hours: number) => new Date(START.getTime() + hours * 3_600_000);
  act(() => noteServerTime(at(24).toUTCString()));
  expect(result.current).toEqual(at(24));
  act(() => vi.advanceTimersByTime(60_000));
  expect(result.current.getTime()).toBe(at(24).getTime() + 60_000);
  const before = result.current;
  // Ignores small differences, and a response without a time.
  act(() => noteServerTime(new Date(at(24).getTime() + 90_000).toUTCString()));
  act(() => noteServerTime(null));
  expect(result.current).toBe(before);
  act(() => noteServerTime(new Date(Date.now() + 1_000).toUTCString()));
  expect(result.current).toEqual(new Date());
});
