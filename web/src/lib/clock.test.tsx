// @vitest-environment jsdom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { catchUp, useNow, useToday } from "./clock";
import { daysLeft } from "./domain/freshness";

const START = new Date("2026-11-26T02:00:00Z");
const HALF_MINUTE = 30_000;
const twoDaysAfter = (moment: number) => new Date(moment + 2 * 86_400_000).toISOString();

beforeEach(() => {
  vi.useFakeTimers({ now: START });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it("shows the days of a change at once that was made between two ticks", () => {
  const { result } = renderHook(useNow);
  vi.setSystemTime(START.getTime() + HALF_MINUTE);
  const thawed = { expiresAt: twoDaysAfter(Date.now()) };
  expect(daysLeft(thawed.expiresAt, result.current)).toBe(3);
  act(() => catchUp([thawed]));
  expect(daysLeft(thawed.expiresAt, result.current)).toBe(2);
});

it("keeps the day until midnight", () => {
  const { result } = renderHook(useToday);
  const before = result.current;
  act(() => vi.advanceTimersByTime(120_000));
  expect(result.current).toBe(before);
  act(() => vi.advanceTimersByTime(86_400_000));
  expect(result.current.getDate()).toBe(new Date(START.getTime() + 86_400_000).getDate());
});

it("does not draw anything again while no day has changed", () => {
  const { result } = renderHook(useNow);
  const before = result.current;
  vi.setSystemTime(START.getTime() + HALF_MINUTE);
  act(() => catchUp([{ expiresAt: "2026-11-30T12:00:00Z" }, { expiresAt: "2026-11-01T12:00:00Z" }]));
  expect(result.current).toBe(before);
});
