import { vi } from "vitest";

/** For tests: the outbox of a tab that was just opened; modules keep state, so each tab gets fresh ones. */
export async function newTab() {
  vi.resetModules();
  const { outbox } = await import("./outbox");
  await outbox.start();
  return outbox;
}
