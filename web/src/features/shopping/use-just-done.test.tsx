// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ShoppingListItem } from "../../api/types";
import { useJustDone } from "./use-just-done";

const NO_ITEMS: readonly ShoppingListItem[] = [];

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

function ticked() {
  const hook = renderHook(() => useJustDone(NO_ITEMS));
  act(() => hook.result.current.note(["milk"], true));
  return { stays: () => hook.result.current.justDone.has("milk"), unmount: hook.unmount };
}
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
const fire = (type: string) => act(() => void window.dispatchEvent(new Event(type)));

it("lets ticked rows go after six seconds without a touch", () => {
  const { stays } = ticked();
  wait(5_900);
  expect(stays()).toBe(true);
  wait(200);
  expect(stays()).toBe(false);
});

it.each(["pointerdown", "pointermove", "scroll", "keydown", "wheel"])("waits again after a %s", (type) => {
  const { stays } = ticked();
  wait(5_900);
  fire(type);
  if (type === "pointerdown") fire("pointerup");
  wait(5_900);
  expect(stays()).toBe(true);
  wait(200);
  expect(stays()).toBe(false);
});

it("moves nothing while a finger is on the screen", () => {
  const { stays } = ticked();
  fire("pointerdown");
  wait(60_000);
  expect(stays()).toBe(true);
  fire("pointerup");
  wait(6_100);
  expect(stays()).toBe(false);
});

it("ignores the tap of a finger that was on its way when the rows moved", () => {
  const tapped = vi.fn();
  document.body.addEventListener("click", tapped);
  const line = document.body.appendChild(document.createElement("li"));
  const tap = (detail: number, on: Element = line) =>
    on.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail }));
  ticked();
  wait(6_100);
  tap(1);
  expect(tapped).not.toHaveBeenCalled();
  // A key was pressed on what has the focus, wherever it is now.
  tap(0);
  expect(tapped).toHaveBeenCalledOnce();
  // "Finish shopping" has not moved.
  tap(1, document.body);
  expect(tapped).toHaveBeenCalledTimes(2);
  wait(500);
  tap(1);
  expect(tapped).toHaveBeenCalledTimes(3);
  line.remove();
  document.body.removeEventListener("click", tapped);
});
