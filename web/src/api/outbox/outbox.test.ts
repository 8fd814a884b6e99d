// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { itemOf } from "../../../test/support/rows";
import { signIn } from "../../../test/support/session";
import type { GroceryItem } from "../types";
import { overlayArchived, overlayItems } from "./overlay";
import { QueueWorker, type Queue } from "./queue-worker";
import { newRow, type QueuedChange } from "./rows";
import { newTab } from "./new-tab";

let paths: string[] = [];

beforeEach(() => {
  paths = [];
  signIn();
  vi.stubGlobal("fetch", async (path: string) => {
    paths.push(path);
    return Response.json({ message: "ok" });
  });
});

afterEach(() => vi.unstubAllGlobals());

it("applies changes at once, sends them in order, and removes them when carried out", async () => {
  const outbox = await newTab();
  const first = outbox.submit({ kind: "item.create", item: itemOf("a") });
  const second = outbox.submit({ kind: "item.archive", item: itemOf("a") });
  expect(outbox.pending().map(({ change }) => change.kind)).toEqual(["item.create", "item.archive"]);
  await Promise.all([first, second]);
  expect(paths).toEqual(["/api/items", "/api/items/a/archive"]);
  expect(outbox.pending()).toEqual([]);
});

it("sends changes in the order in which they were made after the clock was set back", async () => {
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const now = Date.now();
  const clock = vi.spyOn(Date, "now").mockReturnValue(now);
  const outbox = await newTab();
  const ticked = outbox.submit({ kind: "list.toggle", id: "a", isCompleted: true });
  clock.mockReturnValue(now - 3 * 3_600_000);
  const removed = outbox.submit({ kind: "list.remove", id: "a" });
  await outbox.settled();
  clock.mockRestore();
  online.mockReturnValue(true);
  // Not by an event, which the tabs of other tests would hear.
  outbox.flush();
  await Promise.all([ticked, removed]);
  expect(paths).toEqual(["/api/shopping-list/a/toggle", "/api/shopping-list/a"]);
});

it("does not look at a change that waits for a far time again and again", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  try {
    const row = { ...newRow({ kind: "list.remove", id: "far" }, null), notBefore: Date.now() + 60 * 86_400_000 };
    const queue = {
      ...{ refresh: async () => undefined, settled: async () => undefined, pending: vi.fn(() => [row]) },
      now: () => Date.now(),
    };
    const worker = new QueueWorker("far", queue as unknown as Queue, () => true);
    worker.send();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(queue.pending.mock.calls.length).toBeLessThan(5);
  } finally {
    vi.useRealTimers();
  }
});

it("applies waiting changes to the server's response", () => {
  const queued = (change: QueuedChange["change"]): QueuedChange => ({
    v: 2,
    key: "k",
    uid: "u",
    at: "2026-11-21T10:00:00.000Z",
    change,
  });
  const archive = queued({ kind: "item.archive", item: itemOf("a") });
  expect(overlayItems([itemOf("a"), itemOf("b")], archive).map(({ id }) => id)).toEqual(["b"]);
  expect(overlayArchived([], archive).map(({ itemStatus }) => itemStatus)).toEqual(["archived"]);
  const back = queued({ kind: "item.restore", item: itemOf("a") });
  expect([archive, back].reduce(overlayItems, [itemOf("a")] as readonly GroceryItem[]).map(({ id }) => id)).toEqual([
    "a",
  ]);
  // The server may have created the item before its response arrives.
  expect(overlayItems([itemOf("c")], queued({ kind: "item.create", item: itemOf("c") }))).toHaveLength(1);
});
