import { onTestFinished, vi } from "vitest";

/**
 * Returns the outbox of a new tab, for tests. Modules have state, so each tab imports them again. It sends nothing more
 * after its test.
 */
export async function newTab() {
  vi.resetModules();
  const { outbox } = await import("./outbox");
  onTestFinished(() => {
    outbox.refresh = () => new Promise(() => undefined);
  });
  await outbox.start();
  return outbox;
}
