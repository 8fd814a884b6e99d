// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { rowOf } from "../../../../test/support/rows";
import type { ShoppingListItem } from "../../../api/types";
import { listLinesOf, type ListLine } from "./list-lines";
import { useJustTicked } from "./use-just-ticked";

vi.mock("../../../api/outbox/outbox", () => ({ outbox: { submit: vi.fn() } }));

const MILK = listLinesOf([rowOf("Milk")])[0] as ListLine;
const NO_ITEMS: readonly ShoppingListItem[] = [];

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.runAllTimers());

function tickMilk() {
  const hook = renderHook(() => useJustTicked(NO_ITEMS));
  act(() => hook.result.current.toggleLine(MILK));
  return { isKept: () => hook.result.current.justTicked.has(MILK.id) };
}
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
const fire = (type: string) => act(() => void window.dispatchEvent(new Event(type)));

it("releases ticked rows after six seconds without a touch", () => {
  const { isKept } = tickMilk();
  wait(5_900);
  expect(isKept()).toBe(true);
  wait(200);
  expect(isKept()).toBe(false);
});

it.each(["pointerdown", "pointermove", "scroll", "keydown", "wheel"])("restarts the wait after a %s", (type) => {
  const { isKept } = tickMilk();
  wait(5_900);
  fire(type);
  if (type === "pointerdown") fire("pointerup");
  wait(5_900);
  expect(isKept()).toBe(true);
  wait(200);
  expect(isKept()).toBe(false);
});

it("moves nothing while a finger is on the screen", () => {
  const { isKept } = tickMilk();
  fire("pointerdown");
  wait(60_000);
  expect(isKept()).toBe(true);
  fire("pointerup");
  wait(6_100);
  expect(isKept()).toBe(false);
});

it("ignores taps on rows right after they have moved", () => {
  const tapped = vi.fn();
  document.body.addEventListener("click", tapped);
  const line = document.body.appendChild(document.createElement("li"));
  const tap = (detail: number, on: Element = line) =>
    on.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail }));
  tickMilk();
  wait(6_100);
  tap(1);
  expect(tapped).not.toHaveBeenCalled();
  // A click by a key is aimed at the focused element.
  tap(0);
  expect(tapped).toHaveBeenCalledOnce();
  // Elements outside of rows have not moved.
  tap(1, document.body);
  expect(tapped).toHaveBeenCalledTimes(2);
  wait(500);
  tap(1);
  expect(tapped).toHaveBeenCalledTimes(3);
  line.remove();
  document.body.removeEventListener("click", tapped);
});
