import { createStore, useStore } from "../lib/state/store";
import { commonStrings } from "./strings";

/**
 * Toasts: one at a time, five seconds, paused while hovered or focused or unseen. The newest action's toast is the one
 * that shows. One that offers to take something back is not lost under one that is closed at once: it returns, unless
 * its time is over, which passes under the newer one as well. A failure returns in any case. Mere news gives way to
 * news. Undo toasts of one group join ("3 items archived") and undo together.
 */
export interface Toast {
  readonly id: number;
  readonly title: string;
  readonly text?: string | undefined;
  readonly tone: "plain" | "success" | "danger";
  readonly durationMs: number;
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
  /** Answers to a question in the title, beside the action. */
  readonly choices?: readonly { readonly label: string; readonly run: () => void }[] | undefined;
  readonly group?:
    { readonly name: string; readonly undo: readonly (() => void)[]; readonly count: number } | undefined;
}

interface ToastInput {
  title: string;
  text?: string | undefined;
  tone?: Toast["tone"];
  durationMs?: number;
  action?: { label: string; run: () => void };
}

const DURATION = 5_000;
/** Newest first; the first one shows. */
const stack = createStore<readonly Toast[]>([]);
let serial = 0;

function push(toast: Toast, besides: readonly Toast[]): void {
  stack.set([toast, ...besides.filter(({ action, tone }) => action !== undefined || tone === "danger")]);
}

export function showToast({ title, text, tone = "plain", durationMs = DURATION, action }: ToastInput): void {
  push({ id: ++serial, title, text, tone, durationMs, action }, stack.get());
}

/**
 * Shows what was done and offers to take it back. `title` and `text` get the number of things done since the toast came
 * up, `count` of them by this call.
 */
export function showUndo(
  group: string,
  title: (count: number) => string,
  undo: () => void,
  text?: (count: number) => string,
  choices?: Toast["choices"],
  count = 1,
): void {
  const same = stack.get().find((toast) => toast.group?.name === group);
  const undos = [...(same?.group?.undo ?? []), undo];
  const total = (same?.group?.count ?? 0) + count;
  push(
    {
      // A new id restarts the clock.
      id: ++serial,
      title: title(total),
      text: text?.(total),
      tone: text ? "success" : "plain",
      durationMs: DURATION,
      action: { label: commonStrings().undo, run: () => undos.forEach((run) => run()) },
      choices: choices?.map((choice, index) => ({
        label: choice.label,
        run: () => {
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
  left.delete(id);
  stack.set(stack.get().filter((toast) => toast.id !== id && (toast.tone === "danger" || timeLeft(toast) > 0)));
}

/** The remaining time of each toast that is held, and of those under a newer one, since when they are. */
const left = new Map<number, { ms: number; coveredAt: number | undefined }>();

/** Returns the time that a toast still has; a failure that was covered has its full time. */
export function timeLeft({ id, durationMs, tone }: Toast): number {
  const { ms, coveredAt } = left.get(id) ?? { ms: durationMs };
  return coveredAt === undefined || tone === "danger" ? ms : ms - (performance.now() - coveredAt);
}

export function pauseToast({ id }: Toast, ms: number): void {
  if (stack.get().some((toast) => toast.id === id))
    left.set(id, { ms, coveredAt: currentToast()?.id === id ? undefined : performance.now() });
}

export function clearToasts(): void {
  stack.set([]);
}

export function currentToast(): Toast | undefined {
  return stack.get()[0];
}

export function useToast(): Toast | undefined {
  return useStore(stack)[0];
}
