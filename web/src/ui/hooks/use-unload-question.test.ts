// @vitest-environment jsdom
import { renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { useUnloadQuestion } from "./use-unload-question";

/** Returns what the browser learns when the user leaves the page. jsdom has no `BeforeUnloadEvent`. */
function leavePage() {
  const event = Object.defineProperty(new Event("beforeunload", { cancelable: true }), "returnValue", {
    value: "",
    writable: true,
  });
  window.dispatchEvent(event);
  return { isPrevented: event.defaultPrevented, returnValue: event.returnValue as unknown };
}

it("asks newer and older browsers while there is input", () => {
  const { rerender } = renderHook(({ hasInput }) => useUnloadQuestion(hasInput), { initialProps: { hasInput: false } });
  expect(leavePage()).toEqual({ isPrevented: false, returnValue: "" });
  rerender({ hasInput: true });
  expect(leavePage()).toEqual({ isPrevented: true, returnValue: true });
  rerender({ hasInput: false });
  expect(leavePage()).toEqual({ isPrevented: false, returnValue: "" });
});
