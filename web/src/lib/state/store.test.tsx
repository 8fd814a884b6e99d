// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { createListeners } from "./listeners";
import { createStore, useStore } from "./store";

it("renders a component again when its store changes, and only while it is mounted", () => {
  const store = createStore(1);
  const { result, unmount } = renderHook(() => useStore(store));
  act(() => store.set(2));
  expect(result.current).toBe(2);
  unmount();
  store.set(3);
  expect([result.current, store.get()]).toEqual([2, 3]);
});

it("starts with the first listener and stops with the last", () => {
  const stop = vi.fn();
  const start = vi.fn(() => stop);
  const { subscribe, notify } = createListeners<[number]>(start);
  const [first, second] = [vi.fn(), vi.fn()];
  const leave = [subscribe(first), subscribe(second)];
  notify(7);
  expect([first.mock.calls, second.mock.calls, start.mock.calls.length]).toEqual([[[7]], [[7]], 1]);
  leave[0]?.();
  leave[0]?.();
  expect(stop).not.toHaveBeenCalled();
  leave[1]?.();
  expect(stop).toHaveBeenCalledOnce();
  subscribe(first);
  expect(start).toHaveBeenCalledTimes(2);
});
