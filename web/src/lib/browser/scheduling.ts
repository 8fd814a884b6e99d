/** Lets the browser handle input or paint before the next step of a longer piece of work. */
export function nextTask(): Promise<void> {
  const scheduler = (globalThis as { scheduler?: { yield?: () => Promise<void> } }).scheduler;
  if (scheduler?.yield) return scheduler.yield();
  return new Promise((resolve) => setTimeout(resolve));
}

/** The maximum delay of idle work. */
const IDLE_TIMEOUT_MS = 2_000;
/** The delay in Safari, which does not tell when it is idle. */
const FALLBACK_DELAY_MS = 200;

/** Resolves when the browser is idle. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve(), { timeout: IDLE_TIMEOUT_MS });
    else setTimeout(resolve, FALLBACK_DELAY_MS);
  });
}
