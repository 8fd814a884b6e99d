import { useSyncExternalStore } from "react";

/**
 * The present, for components: it stands still between ticks so that a list's rows agree with each other, and moves on
 * every minute and whenever the page is looked at again (an app on a home screen may sleep for days).
 */
let present = new Date();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  present = new Date();
  for (const listener of listeners) listener();
}

function onVisible(): void {
  if (document.visibilityState === "visible") tick();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    present = new Date();
    timer = setInterval(tick, 60_000);
    document.addEventListener("visibilitychange", onVisible);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onVisible);
    }
  };
}

export function useNow(): Date {
  return useSyncExternalStore(subscribe, () => present);
}
