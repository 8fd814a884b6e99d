import { deferred } from "./router";

/**
 * History entries of open dialogs, for browsers without `CloseWatcher` (Safari): their back gesture would leave the
 * page, and lose the input. Elsewhere the system's back gesture closes a dialog. The entry has the page's address and
 * the dialog's key. An entry whose dialog was closed otherwise is skipped.
 */
const open = new Map<number, () => void>();
let last = 0;

interface DialogState {
  readonly dialog?: number;
}
const keyOfEntry = () => (history.state as DialogState | null)?.dialog;

const push = (key: number) => history.pushState({ ...(history.state as object | null), dialog: key }, "");

/** Goes back while the present entry belongs to a closed dialog, and then runs the waiting navigation. */
function skipClosed(): void {
  const key = keyOfEntry();
  if (key !== undefined && !open.has(key)) {
    // A navigation before the browser has gone back would be left again by it.
    deferred.navigations ??= [];
    history.back();
    return;
  }
  const navigations = deferred.navigations;
  deferred.navigations = undefined;
  navigations?.forEach((go) => go());
}

function onPopState(): void {
  const top = Array.from(open).at(-1);
  if (!deferred.navigations && top !== undefined && keyOfEntry() !== top[0]) {
    // The dialog decides whether it closes: it asks first if input would be lost.
    push(top[0]);
    top[1]();
  } else skipClosed();
}

/** Calls `onBack` when the user goes back while the dialog is open. Returns a function to call when it was closed. */
export function dialogOpened(onBack: () => void): () => void {
  if ("CloseWatcher" in window) return () => undefined;
  // The same function is added once only.
  window.addEventListener("popstate", onPopState);
  // Unlike keys that an earlier load of the page left in the history.
  const key = performance.timeOrigin + ++last;
  open.set(key, onBack);
  push(key);
  return () => {
    open.delete(key);
    // The code that closed it may navigate first: then there is nothing left to skip here.
    setTimeout(skipClosed);
  };
}
