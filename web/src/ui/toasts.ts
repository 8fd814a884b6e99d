import { createStore, useStore } from "../lib/state/store";
import { commonStrings } from "./text/strings";

/**
 * The newest toast is shown for its duration, and longer while hovered, focused or not visible. A toast with an action
 * is shown again after a newer one, until its time is over, and a failure in any case. Others are replaced. Undo toasts
 * of one group are joined ("3 items archived") and undo together.
 */

export interface Toast {
  readonly id: number;
  readonly title: string;
  readonly text?: string | undefined;
  readonly tone: "plain" | "success" | "danger";
  readonly durationMs: number;
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
  /** The answers to a question in the title. */
  readonly choices?: readonly { readonly label: string; readonly run: () => void }[] | undefined;
  readonly group?:
    { readonly name: string; readonly undo: readonly (() => void)[]; readonly count: number } | undefined;
  /** A newer toast about the same thing replaces this one, although it has an action. */
  readonly about?: string | undefined;
  /** The number of equal failures that the toast announces. */
  readonly count?: number | undefined;
}

interface ToastInput {
  title: string;
  text?: string | undefined;
  tone?: Toast["tone"];
  durationMs?: number;
  action?: { label: string; run: () => void };
  about?: string;
}

const DEFAULT_DURATION_MS = 5_000;
/** The newest first, which is shown. */
const stack = createStore<readonly Toast[]>([]);
/** The remaining time of paused toasts, with the time since when a newer one covers them. */
const paused = new Map<number, { remainingMs: number; coveredAt: number | undefined }>();
let lastId = 0;

function setStack(toasts: readonly Toast[]): void {
  stack.set(toasts);
  for (const id of paused.keys()) if (!toasts.some((toast) => toast.id === id)) paused.delete(id);
}

function push(toast: Toast, earlier: readonly Toast[]): void {
  setStack([toast, ...earlier.filter(({ action, tone }) => action !== undefined || tone === "danger")]);
}

export function showToast({ tone = "plain", durationMs = DEFAULT_DURATION_MS, ...input }: ToastInput): void {
  const earlier = stack.get().filter(({ about }) => about === undefined || about !== input.about);
  push({ id: ++lastId, tone, durationMs, ...input }, earlier);
}

/** Announces a failure. Equal ones are one toast, with their number: a full list refuses every row that was typed. */
export function showFailure(title: string, text: string): void {
  const about = `${title} ${text}`;
  const same = stack.get().find((toast) => toast.about === about);
  const count = (same?.count ?? 0) + 1;
  const counted = count > 1 ? `${title} (${count})` : title;
  push(
    { id: ++lastId, tone: "danger", durationMs: DEFAULT_DURATION_MS, title: counted, text, about, count },
    stack.get().filter((toast) => toast !== same),
  );
}

interface UndoOptions {
  text?: ((count: number) => string) | undefined;
  /** The answers to a question in the title. */
  choices?: Toast["choices"];
  /** The number of rows that the action changed. */
  count?: number;
}

/**
 * Shows a toast with Undo for an action. `title` and `text` get the number of rows of all actions that the toast joins.
 */
export function showUndo(
  group: string,
  title: (count: number) => string,
  undo: () => void,
  { text, choices, count = 1 }: UndoOptions = {},
): void {
  const same = stack.get().find((toast) => toast.group?.name === group);
  // The newest first: two changes of one row are undone in reverse.
  const undos = [undo, ...(same?.group?.undo ?? [])];
  const total = (same?.group?.count ?? 0) + count;
  push(
    {
      // A new id restarts the timer.
      id: ++lastId,
      title: title(total),
      text: text?.(total),
      tone: text ? "success" : "plain",
      durationMs: DEFAULT_DURATION_MS,
      action: { label: commonStrings().undo, run: () => undos.forEach((run) => run()) },
      choices: choices?.map((choice, index) => ({
        label: choice.label,
        run: () => {
          // Choices do not depend on each other: they run in the order of the actions.
          same?.choices?.[index]?.run();
          choice.run();
        },
      })),
      group: { name: group, undo: undos, count: total },
    },
    stack.get().filter((toast) => toast !== same),
  );
}

export function dismissToast(id: number): void {
  setStack(stack.get().filter((toast) => toast.id !== id && (toast.tone === "danger" || timeLeft(toast) > 0)));
}

/** Returns the remaining time of a toast, which also passes while it is covered, except for a failure. */
export function timeLeft({ id, durationMs, tone }: Toast): number {
  const { remainingMs, coveredAt } = paused.get(id) ?? { remainingMs: durationMs };
  return coveredAt === undefined || tone === "danger" ? remainingMs : remainingMs - (performance.now() - coveredAt);
}

export function pauseToast({ id }: Toast, remainingMs: number): void {
  if (stack.get().some((toast) => toast.id === id))
    paused.set(id, { remainingMs, coveredAt: currentToast()?.id === id ? undefined : performance.now() });
}

export function clearToasts(): void {
  setStack([]);
}

export function currentToast(): Toast | undefined {
  return stack.get()[0];
}

export function useToast(): Toast | undefined {
  return useStore(stack)[0];
}
