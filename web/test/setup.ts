import "fake-indexeddb/auto";
import { ReadableStream } from "node:stream/web";
import { afterEach, vi } from "vitest";

// Testing Library unmounts what a test has rendered if it finds this function.
Object.assign(globalThis, { afterEach });
// No test begins with the timers, globals and storage of another one.
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  if (typeof document !== "undefined") for (const storage of [localStorage, sessionStorage]) storage.clear();
});

// Node 20 has no `navigator`, and tests without a document need no more of it.
if (typeof navigator === "undefined") {
  Object.defineProperty(globalThis, "navigator", { value: { languages: ["en-US"], onLine: true }, configurable: true });
}

// What jsdom does not implement: dialogs, popovers, pointer capture, layout, media queries, object URLs,
// performance entries and streams.
if (typeof HTMLDialogElement !== "undefined") {
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function (this: HTMLDialogElement) {
    this.open = false;
  };
  const ignore = () => undefined;
  Object.assign(HTMLElement.prototype, { hidePopover: ignore, scrollIntoView: ignore, setPointerCapture: ignore });
  Object.assign(window, {
    scrollTo: ignore,
    matchMedia: () => ({ matches: false, addEventListener: ignore, removeEventListener: ignore }),
    ResizeObserver: class {
      observe = ignore;
      disconnect = ignore;
    },
  });
  Object.assign(URL, { createObjectURL: () => "blob:test", revokeObjectURL: ignore });
  Object.assign(Performance.prototype, { mark: ignore, getEntriesByType: () => [] });
  Object.assign(globalThis, { ReadableStream });
}
