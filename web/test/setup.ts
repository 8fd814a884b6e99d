import "fake-indexeddb/auto";

// Node 20 has no `navigator`; tests of pure modules run without a browser's environment, which costs seconds per file.
if (typeof navigator === "undefined") {
  Object.defineProperty(globalThis, "navigator", { value: { languages: ["en-US"], onLine: true }, configurable: true });
}
