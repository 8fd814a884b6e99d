import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("indexedDB", new IDBFactory());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("counts a database that never opens as broken, and asks anew at the next use", async () => {
  const { values } = await import("./database");
  const real = indexedDB;
  vi.useFakeTimers();
  vi.stubGlobal("indexedDB", { open: () => ({}) });
  const waiting = expect(values.set("a", 1)).rejects.toThrow("does not answer");
  await vi.advanceTimersByTimeAsync(5_000);
  await waiting;
  vi.useRealTimers();
  vi.stubGlobal("indexedDB", real);
  await values.set("a", 2);
  expect(await values.get("a")).toBe(2);
});

it("closes one that opens too late, so that it holds up nobody", async () => {
  const { values } = await import("./database");
  vi.useFakeTimers();
  const request: { onsuccess?: () => void; result: { close: () => void } } = { result: { close: vi.fn() } };
  vi.stubGlobal("indexedDB", { open: () => request });
  const waiting = expect(values.get("a")).rejects.toThrow("does not answer");
  await vi.advanceTimersByTimeAsync(5_000);
  await waiting;
  request.onsuccess?.();
  expect(request.result.close).toHaveBeenCalledOnce();
});
