import "fake-indexeddb/auto";

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
