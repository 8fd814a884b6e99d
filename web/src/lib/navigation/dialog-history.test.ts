// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { dialogOpened } from "./dialog-history";
import { navigate } from "./router";

const settled = () => new Promise((resolve) => setTimeout(resolve, 50));
const at = () => [location.pathname, history.state as unknown];

beforeEach(async () => {
  await settled();
  navigate("/before");
  navigate("/page", { state: { kept: true } });
});

it("closes the topmost dialog on back, and keeps the page", async () => {
  const closeSecond = vi.fn(() => second());
  const closeFirst = vi.fn(() => first());
  const first = dialogOpened(closeFirst);
  const second = dialogOpened(closeSecond);
  history.back();
  await settled();
  expect([closeFirst.mock.calls.length, closeSecond.mock.calls.length, location.pathname]).toEqual([0, 1, "/page"]);
  history.back();
  await settled();
  expect(closeFirst).toHaveBeenCalledOnce();
  expect(at()).toEqual(["/page", { kept: true }]);
  history.back();
  await settled();
  expect(location.pathname).toBe("/before");
});

it("calls a dialog that stays open at each back", async () => {
  const ask = vi.fn();
  const closed = dialogOpened(ask);
  for (const times of [1, 2]) {
    history.back();
    await settled();
    expect([ask.mock.calls.length, location.pathname]).toEqual([times, "/page"]);
  }
  closed();
  await settled();
  expect(at()).toEqual(["/page", { kept: true }]);
});

it("leaves no entry of two dialogs that close together", async () => {
  const closed = [dialogOpened(() => undefined), dialogOpened(() => undefined)];
  closed.forEach((close) => close());
  await settled();
  expect(at()).toEqual(["/page", { kept: true }]);
});

it("carries out a navigation right after a dialog was closed", async () => {
  dialogOpened(() => undefined)();
  navigate("/next");
  await settled();
  expect(at()).toEqual(["/next", null]);
  history.back();
  await settled();
  expect(at()).toEqual(["/page", { kept: true }]);
});

it("defers a navigation while a closed dialog's entry is being skipped", async () => {
  // Browsers go back some milliseconds later.
  const back = vi.spyOn(history, "back").mockImplementation(() => undefined);
  dialogOpened(() => undefined)();
  await settled();
  expect(back).toHaveBeenCalledOnce();
  navigate("/later");
  expect(location.pathname).toBe("/page");
  back.mockRestore();
  history.back();
  await settled();
  expect(at()).toEqual(["/later", null]);
});

it("adds nothing if the browser closes dialogs itself", async () => {
  vi.stubGlobal("CloseWatcher", vi.fn());
  const length = history.length;
  dialogOpened(() => undefined)();
  await settled();
  expect(history.length).toBe(length);
  vi.unstubAllGlobals();
});
