// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { answerNotification } from "./notification-click";
import { outboxStore } from "../src/api/outbox/outbox-store";
import { inStore } from "../src/lib/browser/database";

beforeEach(() => inStore("outbox", "readwrite", (store) => store.clear()));

function tap(action: string) {
  const close = vi.fn();
  const data = { title: "", body: "", tag: "due", url: "/", count: 1, items: [{ id: "milk", name: "Milk" }] };
  const event = { action, notification: { data, close } } as unknown as NotificationEvent;
  const scope = { registration: { showNotification: vi.fn() } } as unknown as ServiceWorkerGlobalScope;
  return { close, answered: answerNotification(scope, event) };
}

it("puts the outcome into the outbox before it closes the reminder", async () => {
  const { close, answered } = tap("used");
  expect(close).not.toHaveBeenCalled();
  await answered;
  expect(close).toHaveBeenCalledOnce();
  expect(await outboxStore.readAll()).toMatchObject([
    { v: 2, uid: null, change: { kind: "item.outcome", itemId: "milk", outcome: "used" } },
  ]);
});

it("keeps the reminder if the outcome cannot be stored", async () => {
  vi.spyOn(IDBObjectStore.prototype, "add").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  const { close, answered } = tap("tossed");
  await expect(answered).rejects.toThrow("full");
  expect(close).not.toHaveBeenCalled();
});
