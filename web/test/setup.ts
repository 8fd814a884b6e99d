import "fake-indexeddb/auto";
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

// Node 20 has no `navigator`, and jsdom, which has one, takes seconds per file.
if (typeof navigator === "undefined") {
  Object.defineProperty(globalThis, "navigator", { value: { languages: ["en-US"], onLine: true }, configurable: true });
}

// jsdom does not implement dialogs.
if (typeof HTMLDialogElement !== "undefined") {
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function (this: HTMLDialogElement) {
    this.open = false;
  };
}
