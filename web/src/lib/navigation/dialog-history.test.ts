// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { dialogOpened, leaveSheet } from "./dialog-history";
import { changes, navigate } from "./router";

/** Turns of the event loop: jsdom needs five for the steps back of one test. */
const MAX_TURNS = 15;

/** Waits for steps back by turns of the event loop, which may be slow, and not by time. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < MAX_TURNS; turn += 1) await new Promise((resolve) => setTimeout(resolve));
}
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

it("calls onBack at each step back while the dialog stays open", async () => {
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

it("enters no second entry for a dialog that opens right after another one has closed", async () => {
  const { length } = history;
  dialogOpened(() => undefined)();
  const closed = dialogOpened(() => undefined);
  await settled();
  expect(history.length).toBe(length + 1);
  closed();
  await settled();
  expect(at()).toEqual(["/page", { kept: true }]);
});

describe("a dialog with an address", () => {
  const open = () => {
    navigate("/page?add", { state: { isSheet: true } });
    return dialogOpened(ask, true);
  };
  const ask = vi.fn();
  const onNavigate = vi.fn();
  let close: () => void;
  beforeEach(() => {
    ask.mockReset();
    close = open();
  });
  afterEach(() => close());

  it("stays open on back, and keeps its changed address, without a navigation for the router", async () => {
    const unsubscribe = changes.subscribe(onNavigate);
    navigate("/page?add=hand", { replace: true, state: history.state });
    onNavigate.mockReset();
    history.back();
    await settled();
    expect([ask.mock.calls.length, onNavigate.mock.calls.length, location.search]).toEqual([1, 0, "?add=hand"]);
    unsubscribe();
  });

  it("is left for the page where it was opened, with the question above it", async () => {
    const closeQuestion = dialogOpened(() => undefined);
    leaveSheet("/fallback");
    await settled();
    closeQuestion();
    expect(at()).toEqual(["/page", { kept: true }]);
  });

  it("is replaced by another page if it was opened by a link", async () => {
    navigate("/page?add", { replace: true });
    const closeQuestion = dialogOpened(() => undefined);
    leaveSheet("/fallback");
    await settled();
    closeQuestion();
    close();
    expect(location.pathname).toBe("/fallback");
    history.back();
    await settled();
    expect(location.pathname).toBe("/page");
  });
});
