import { changes, deferred, navigate } from "./router";

/**
 * The open dialogs, by key. Each has a history entry with its key, unless it has an address, so that Back does the same
 * as Escape instead of leaving the page. The entry of a dialog that was closed in another way is skipped.
 * `CloseWatcher` does not replace this: it handles the back gesture of Android, but not the Back button of a computer.
 */
const open = new Map<number, { readonly onBack: () => void; readonly hasAddress: boolean }>();
let lastNumber = 0;

interface EntryState {
  readonly dialog?: number;
  /** True for a sheet that was opened by a link of the app. */
  readonly isSheet?: unknown;
}
const entryState = () => history.state as EntryState | null;
const currentEntry = () => ({ state: entryState(), href: location.href });
/** The current entry, which a step back has left when its event arrives. */
let here = currentEntry();

/** Adds an entry for a dialog. Replaces that of a closed one, which would be skipped. */
function enter(key: number): void {
  const current = entryState()?.dialog;
  const method = current === undefined || open.has(current) ? "pushState" : "replaceState";
  history[method]({ ...entryState(), dialog: key }, "");
  here = currentEntry();
}

/** Goes back while the current entry belongs to a closed dialog, and then runs the deferred navigations. */
function skipClosed(): void {
  const key = entryState()?.dialog;
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

/**
 * Undoes a step back while a dialog is open, which may ask before it closes. Returns false if there is none to undo.
 */
function undoStep(): boolean {
  const left = here;
  here = currentEntry();
  const top = Array.from(open).at(-1);
  if (deferred.navigations || top === undefined || entryState()?.dialog === top[0]) {
    skipClosed();
    return false;
  }
  history.pushState(left.state, "", left.href);
  here = left;
  top[1].onBack();
  return true;
}

/**
 * Calls `onBack` when the user goes back while the dialog is open. Returns a function to call when the dialog closes.
 */
export function dialogOpened(onBack: () => void, hasAddress = false): () => void {
  // Different from the keys of earlier page loads in the history.
  const key = performance.timeOrigin + ++lastNumber;
  open.set(key, { onBack, hasAddress });
  if (hasAddress) here = currentEntry();
  else if (deferred.navigations) deferred.navigations.push(() => open.has(key) && enter(key));
  else enter(key);
  return () => {
    open.delete(key);
    // Later, because the code that closes the dialog may navigate. A step back that is under way continues in
    // `undoStep`.
    setTimeout(() => deferred.navigations ?? skipClosed());
  };
}

/** Leaves a dialog with an address for the page where it was opened, or for `fallback` if it was opened by a link. */
export function leaveSheet(fallback: string): void {
  // Questions above it have entries.
  const steps =
    Array.from(open.values()).filter(({ hasAddress }) => !hasAddress).length + (entryState()?.isSheet ? 1 : 0);
  deferred.navigations ??= [];
  if (!entryState()?.isSheet) deferred.navigations.push(() => navigate(fallback, { replace: true }));
  if (steps > 0) history.go(-steps);
  else skipClosed();
}

deferred.undoStep = undoStep;
changes.subscribe(() => (here = currentEntry()));
