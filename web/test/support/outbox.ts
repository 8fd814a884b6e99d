import { expect, onTestFinished, vi } from "vitest";
import { DATABASE_TIMEOUT_MS, inStore } from "../../src/lib/browser/database";

/**
 * Returns the outbox of a new tab, which is closed after the test. Modules have state, so each tab imports them again.
 */
export async function newTab(now?: () => number) {
  vi.resetModules();
  const { outbox } = await import("../../src/api/outbox/outbox");
  // Not a spy, which would be restored while the tab still runs.
  if (now) outbox.now = now;
  onTestFinished(() => closeTab(outbox));
  await outbox.start();
  return outbox;
}

export type Tab = Awaited<ReturnType<typeof newTab>>;

/** Makes a tab send nothing more and release its lock. */
export function closeTab(tab: Tab): void {
  Object.assign(tab, { pending: () => [], refresh: () => Promise.resolve() });
}

/** Makes each second of waiting take a millisecond, except the database's timeout, which a slow machine would reach. */
export function shortenWaits(): void {
  const { setTimeout: later } = globalThis;
  vi.stubGlobal("setTimeout", (run: () => void, ms = 0) => later(run, ms === DATABASE_TIMEOUT_MS ? ms : ms / 1_000));
}

/** Waits until an expectation holds, also on a slow machine. */
export const until = (expectation: () => void | Promise<void>, timeout = 10_000) =>
  vi.waitFor(expectation, { timeout, interval: 5 });

/** Waits until this number of changes is on disk. */
export const untilStored = (count: number, timeout?: number) =>
  until(async () => expect(await inStore("outbox", "readonly", (store) => store.count())).toBe(count), timeout);
