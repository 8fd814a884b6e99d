// @vitest-environment jsdom
import { expect, it, vi } from "vitest";
import { listenForPushes } from "./push";

/** Delivers a push message, and returns the texts of the notifications that it shows. */
async function push(message: unknown, registration: object = {}): Promise<readonly string[]> {
  const showNotification = vi.fn<(title: string, options: NotificationOptions) => void>();
  const listeners = new Map<string, (event: unknown) => void>();
  listenForPushes({
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
    registration: { showNotification, getNotifications: () => Promise.resolve([]), ...registration },
  } as unknown as ServiceWorkerGlobalScope);
  let handled: Promise<void> | undefined;
  const waitUntil = (work: Promise<void>) => (handled = work);
  listeners.get("push")?.({ data: { json: () => message }, waitUntil });
  await handled;
  return showNotification.mock.calls.map(([, { body = "" }]) => body);
}

const DIGEST = { title: "", body: "", tag: "due", url: "/", count: 1, items: [{ id: "milk", name: "Milk" }] };

it.each([
  ["a reminder", DIGEST, "1 item to use up soon: Milk"],
  [
    "a test message, although nothing is due",
    { ...DIGEST, items: [], count: 0, test: true },
    "Reminders work on this device.",
  ],
  ["an unreadable message", { nonsense: true }, "Something needs using up."],
  ["a message without items", { ...DIGEST, items: null }, "Something needs using up."],
  ["a message with an item that is none", { ...DIGEST, items: [null] }, "Something needs using up."],
  ["a message with a nameless item", { ...DIGEST, items: [{ id: "a" }] }, "Something needs using up."],
])("shows one notification for %s", async (_, message, text) => {
  expect(await push(message)).toEqual([text]);
});

it("lists no notifications while one appears", async () => {
  const shown: (() => void)[] = [];
  const getNotifications = vi.fn(() => Promise.resolve([]));
  const showNotification = () => new Promise<void>((resolve) => shown.push(resolve));
  const [first, second] = [push(DIGEST, { showNotification, getNotifications }), push(DIGEST, { getNotifications })];
  await vi.waitFor(() => expect(shown).toHaveLength(1));
  expect(getNotifications).toHaveBeenCalledTimes(1);
  shown[0]?.();
  await Promise.all([first, second]);
  expect(getNotifications.mock.calls.length).toBeGreaterThan(1);
});
