import { useSyncExternalStore } from "react";

/**
 * Toasts: one at a time, five seconds, paused while hovered or focused. A newer toast takes the place of an older one, except of one that offers an undo: that
 * one stays until its time is up and the newer waits behind it. Undo toasts of one group join ("3 items archived") and undo together.
 */
export interface Toast {
  readonly id: number;
  readonly title: string;
  readonly text?: string | undefined;
  readonly tone: "plain" | "success" | "danger";
  readonly durationMs: number;
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
  readonly group?: { readonly name: string; readonly undo: readonly (() => void)[]; readonly title: (count: number) => string } | undefined;
}

interface ToastInput {
  title: string;
  text?: string | undefined;
  tone?: Toast["tone"];
  durationMs?: number;
  action?: { label: string; run: () => void };
}

const DURATION = 5_000;
let queue: readonly Toast[] = [];
let serial = 0;
const listeners = new Set<() => void>();

function publish(next: readonly Toast[]): void {
  queue = next;
  for (const listener of listeners) listener();
}

function enqueue(toast: Toast): void {
  const [current, ...waiting] = queue;
  if (!current) return publish([toast]);
  // Only an undo is worth waiting for; anything else gives way to news.
  if (current.action) return publish([current, ...waiting.filter((other) => other.action), toast]);
  publish([...waiting.filter((other) => other.action), toast]);
}

export function showToast({ title, text, tone = "plain", durationMs = DURATION, action }: ToastInput): void {
  enqueue({ id: ++serial, title, text, tone, durationMs, action });
}

/** Shows what was done and offers to take it back. `title` and `text` get the number of things done since the toast came up. */
export function showUndo(group: string, title: (count: number) => string, label: string, undo: () => void, text?: (count: number) => string): void {
  const same = queue.find((toast) => toast.group?.name === group);
  const undos = [...(same?.group?.undo ?? []), undo];
  const toast: Toast = {
    // A new id restarts the clock.
    id: ++serial,
    title: title(undos.length),
    text: text?.(undos.length),
    tone: text ? "success" : "plain",
    durationMs: DURATION,
    action: { label, run: () => undos.forEach((run) => run()) },
    group: { name: group, undo: undos, title },
  };
  if (same) publish(queue.map((other) => (other === same ? toast : other)));
  else enqueue(toast);
}

export function dismissToast(id: number): void {
  publish(queue.filter((toast) => toast.id !== id));
}

export function clearToasts(): void {
  publish([]);
}

export function currentToast(): Toast | undefined {
  return queue[0];
}

export function useToast(): Toast | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    currentToast,
  );
}
