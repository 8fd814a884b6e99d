import { expect, it } from "vitest";
import { withTimeout } from "./abort";

it("aborts with the given signal, whether it was aborted before or is aborted later", () => {
  const before = AbortSignal.abort(new Error("before"));
  expect(withTimeout(1_000, before).reason).toEqual(new Error("before"));
  const later = new AbortController();
  const signal = withTimeout(1_000, later.signal);
  expect(signal.aborted).toBe(false);
  later.abort(new Error("later"));
  expect(signal.reason).toEqual(new Error("later"));
});

it.each([undefined, new AbortController().signal])(
  "aborts after the timeout, with a signal or without",
  async (signal) => {
    const both = withTimeout(5, signal);
    await new Promise((resolve) => both.addEventListener("abort", resolve));
    expect((both.reason as DOMException).name).toBe("TimeoutError");
  },
);
