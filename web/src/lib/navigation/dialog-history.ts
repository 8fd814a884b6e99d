import { deferred } from "./router";

/**
 * The close functions of open dialogs, by key. In browsers without `CloseWatcher` (Safari) each open dialog has a
 * history entry with its key, so that the back gesture closes it instead of leaving the page. The entry of a dialog that
 * was closed in another way is skipped.
 */
const open = new Map<number, () => void>();
let lastNumber = 0;

interface DialogState {
  readonly dialog?: number;
}
const currentKey = () => (history.state as DialogState | null)?.dialog;

const push = (key: number) => history.pushState({ ...(history.state as object | null), dialog: key }, "");

/** Goes back while the current entry belongs to a closed dialog, and then runs the deferred navigations. */
function skipClosed(): void {
  const key = currentKey();
  if (key !== undefined && !open.has(key)) {
    // A navigation now would be undone when the browser goes back.
    deferred.navigations ??= [];
    history.back();
    return;
  }
  const navigations = deferred.navigations;
  deferred.navigations = undefined;
  navigations?.forEach((run) => run());
}

function onPopState(): void {
  const top = Array.from(open).at(-1);
  if (!deferred.navigations && top !== undefined && currentKey() !== top[0]) {
    // Restores the entry, because the dialog may ask before it closes.
    push(top[0]);
    top[1]();
  } else skipClosed();
}

/** Calls `onBack` when the user goes back while the dialog is open. Returns a function to call when the dialog closes. */
export function dialogOpened(onBack: () => void): () => void {
  if ("CloseWatcher" in window) return () => undefined;
  // A listener that is added again has no effect.
  window.addEventListener("popstate", onPopState);
  // Different from the keys of earlier page loads in the history.
  const key = performance.timeOrigin + ++lastNumber;
  open.set(key, onBack);
  push(key);
  return () => {
    open.delete(key);
    // Later, because the code that closes the dialog may navigate.
    setTimeout(skipClosed);
  };
}
