// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { QueryObserver } from "@tanstack/react-query";
import { auth } from "../../lib/auth/auth";
import { pollInterval, setPollInterval } from "../cached/poll-interval";
import { preferencesQuery, shoppingListQuery } from "../cached/queries";
import { queryClient } from "../cached/query-client";
import { nextPollDelay, watchActivity } from "./poll";

let asked: (string | null)[] = [];
let answer: () => Response;
const listed = (rows: object[], etag: string, intervalSeconds = "20") =>
  Response.json(rows, { headers: { ETag: etag, "Larder-Poll": intervalSeconds } });
const row = (over: object = {}) => ({
  id: "a",
  name: "Milk",
  isCompleted: false,
  version: 1,
  changedBy: "phone",
  ...over,
});

beforeEach(() => {
  asked = [];
  setPollInterval(null);
  queryClient.clear();
  vi.spyOn(auth, "token").mockResolvedValue("t");
  vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
    asked.push(new Headers(init.headers).get("If-None-Match"));
    return answer();
  });
  vi.useFakeTimers({ shouldAdvanceTime: false });
});

it("polls at the server's interval, faster when active, and not while hidden or idle", () => {
  const usual = { intervalSeconds: 20, isActive: false, isVisible: true, idleMs: 0 };
  expect(nextPollDelay(usual)).toBe(20_000);
  expect(nextPollDelay({ ...usual, isActive: true })).toBe(5_000);
  expect(nextPollDelay({ ...usual, intervalSeconds: 2, isActive: true })).toBe(2_000);
  for (const rest of [{ intervalSeconds: 0 }, { isVisible: false }, { idleMs: 120_000 }])
    expect(nextPollDelay({ ...usual, ...rest })).toBeUndefined();
});

it("reports another device's change, then polls more often, and stops after two idle minutes until an input", async () => {
  answer = () => listed([row()], 'W/"a"');
  const observer = new QueryObserver(queryClient, shoppingListQuery());
  const leave = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  const onActivity = vi.fn();
  const stop = watchActivity(onActivity);
  answer = () => listed([row({ isCompleted: true, version: 2 })], 'W/"b"');
  await vi.advanceTimersByTimeAsync(19_900);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(onActivity).toHaveBeenCalledExactlyOnceWith({ kind: "ticked", by: "phone", name: "Milk", count: 1 });
  answer = () => new Response(null, { status: 304, headers: { "Larder-Poll": "20" } });
  await vi.advanceTimersByTimeAsync(5_100);
  expect(asked).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  const before = asked.length;
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(asked).toHaveLength(before);
  window.dispatchEvent(new Event("pointerdown"));
  await vi.advanceTimersByTimeAsync(10);
  expect(asked).toHaveLength(before + 1);
  expect(onActivity).toHaveBeenCalledOnce();
  stop();
  leave();
});

it("polls the preferences too, in which another device may have moved the larder to another zone", async () => {
  answer = () => Response.json({ timeZone: "Europe/Berlin" }, { headers: { "Larder-Poll": "20" } });
  setPollInterval("20");
  const leave = new QueryObserver(queryClient, preferencesQuery()).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  const stop = watchActivity(() => undefined);
  answer = () => Response.json({ timeZone: "America/New_York" }, { headers: { "Larder-Poll": "20" } });
  await vi.advanceTimersByTimeAsync(60_100);
  expect([asked.length, queryClient.getQueryData(["preferences"])]).toEqual([2, { timeZone: "America/New_York" }]);
  stop();
  leave();
});

it("polls at the default interval if the server is unavailable at the start, until it sends another", async () => {
  vi.resetModules();
  const { pollInterval: fresh } = await import("../cached/poll-interval");
  pollInterval.set(fresh.get());
  answer = () => Response.json({ error: "unavailable" }, { status: 503 });
  const observer = new QueryObserver(queryClient, shoppingListQuery());
  const leave = observer.subscribe(() => undefined);
  const stop = watchActivity(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  answer = () => listed([row()], 'W/"a"');
  await vi.advanceTimersByTimeAsync(60_000);
  expect([queryClient.getQueryData(["shopping-list"]), pollInterval.get()]).toEqual([[row()], 20]);
  answer = () => Response.json([], { headers: {} });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(pollInterval.get()).toBe(0);
  stop();
  leave();
});
