import { vi } from "vitest";

/** Returns the outbox of a new tab, for tests. Modules have state, so each tab imports them again. */
export async function newTab() {
  vi.resetModules();
  const { outbox } = await import("./outbox");
  await outbox.start();
  return outbox;
}
