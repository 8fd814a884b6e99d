// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { newTab, shortenWaits, type Tab } from "../../../test/support/outbox";
import { mockFetch, setOffline, errorResponse, type SentRequest } from "../../../test/support/requests";
import { itemOf } from "../../../test/support/rows";
import { signIn } from "../../../test/support/session";
import { inStore } from "../../lib/browser/database";
import type { GroceryItem } from "../types";
import type { Change } from "./changes";
import { overlayArchived, overlayItems } from "./overlay";
import { newRow, ROW_VERSION, type QueuedChange } from "./rows";
import { stateOf, type Settled } from "./state";

let answer: (sent: SentRequest) => Response | Promise<Response>;
let sent: SentRequest[];

beforeEach(async () => {
  signIn();
  await inStore("outbox", "readwrite", (store) => store.clear());
  answer = () => Response.json({ message: "ok" });
  sent = mockFetch((one) => answer(one));
});

const toggle = (id: string, isCompleted: boolean, version?: number): Change => ({
  kind: "list.toggle",
  id,
  isCompleted,
  ...(version !== undefined && { version }),
});
const queued = (change: Change): QueuedChange => ({ v: ROW_VERSION, key: "k", uid: "u", at: "", change });

/** The state of a change; undefined once it has left the outbox. */
function stateIn(outbox: Tab, key: string) {
  const row = [...outbox.pending(), ...outbox.failed()].find((other) => other.key === key);
  return row && stateOf(row, outbox.isSending(key));
}

it("sends changes in the order in which they were made after the clock was set back", async () => {
  const online = setOffline(true);
  const now = Date.now();
  const clock = vi.spyOn(Date, "now").mockReturnValue(now);
  const outbox = await newTab();
  const ticked = outbox.submit(toggle("a", true));
  clock.mockReturnValue(now - 3 * 3_600_000);
  const removed = outbox.submit({ kind: "list.remove", id: "a" });
  await outbox.written();
  clock.mockRestore();
  online.mockReturnValue(true);
  // Not by an event, which the tabs of other tests would hear.
  outbox.flush();
  await Promise.all([ticked, removed]);
  expect(sent.map(({ path }) => path)).toEqual(["/api/shopping-list/a/toggle", "/api/shopping-list/a"]);
});

it("sends the ticks of a device that may only look and tick, and keeps none of its other changes", async () => {
  localStorage.setItem("larder.role", "looker");
  const outbox = await newTab();
  const settled: Settled["type"][] = [];
  outbox.onSettled(({ type }) => settled.push(type));
  const online = setOffline(true);
  await expect(outbox.submit({ kind: "list.remove", id: "a" })).rejects.toThrow();
  const ticked = outbox.submit(toggle("a", true));
  expect(outbox.pending().map(({ change }) => change.kind)).toEqual(["list.toggle"]);
  online.mockReturnValue(true);
  outbox.flush();
  await ticked;
  expect([sent.map(({ path }) => path), settled]).toEqual([["/api/shopping-list/a/toggle"], ["conflict", "done"]]);
});

it("keeps the failed changes of a device that may only look and tick, but for those of its reminders", async () => {
  const outbox = await newTab();
  answer = () => errorResponse(422, "validation_failed", "Not that.");
  await expect(outbox.submit({ kind: "list.remove", id: "a" }, "failed")).rejects.toThrow("Not that.");
  const { storeRole } = await import("../household/role");
  storeRole("looker");
  await outbox.sendAgain("failed");
  answer = () => errorResponse(403, "device_restricted");
  const { outboxStore } = await import("./outbox-store");
  await outboxStore.write([newRow({ kind: "item.outcome", itemId: "a", outcome: "used" }, null)]);
  await outbox.refresh();
  outbox.flush();
  await vi.waitFor(() => expect([sent.length, outbox.pending()]).toEqual([2, []]));
  expect(outbox.failed().map(({ key }) => key)).toEqual(["failed"]);
});

it("stores a change although the user leaves the page at once", async () => {
  setOffline(true);
  const outbox = await newTab();
  const add = IDBObjectStore.prototype.add;
  vi.spyOn(IDBObjectStore.prototype, "add").mockImplementation(function (this: IDBObjectStore, ...given) {
    queueMicrotask(() => dispatchEvent(new Event("pagehide")));
    return add.apply(this, given);
  });
  void outbox.submit(toggle("x", true), "kept");
  await new Promise((resolve) => setTimeout(resolve, 50));
  dispatchEvent(new Event("pageshow"));
  const { outboxStore } = await import("./outbox-store");
  expect((await outboxStore.readAll()).map(({ key }) => key)).toEqual(["kept"]);
});

it("applies waiting changes to the server's response", () => {
  const archive = queued({ kind: "item.archive", item: itemOf("a") });
  expect(overlayItems([itemOf("a"), itemOf("b")], archive).map(({ id }) => id)).toEqual(["b"]);
  expect(overlayArchived([], archive).map(({ itemStatus }) => itemStatus)).toEqual(["archived"]);
  const back = queued({ kind: "item.restore", item: itemOf("a") });
  const both = [archive, back].reduce(overlayItems, [itemOf("a")] as readonly GroceryItem[]);
  expect(both.map(({ id }) => id)).toEqual(["a"]);
  // The server may have created the item before its response arrives.
  expect(overlayItems([itemOf("c")], queued({ kind: "item.create", item: itemOf("c") }))).toHaveLength(1);
});

it("queues a change without a network, sends it, retries, and removes it once it was carried out", async () => {
  shortenWaits();
  const online = setOffline(true);
  const outbox = await newTab();
  const done = outbox.submit(toggle("x", true), "k");
  const type = () => stateIn(outbox, "k")?.type;
  expect(type()).toBe("queued");

  let respond: ((response: Response) => void) | undefined;
  answer = () => new Promise<Response>((resolve) => (respond = resolve));
  online.mockReturnValue(true);
  window.dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(respond).toBeDefined());
  expect(type()).toBe("sending");
  answer = () => errorResponse(503, "unavailable");
  respond?.(errorResponse(503, "unavailable"));
  await vi.waitFor(() => expect(stateIn(outbox, "k")).toMatchObject({ type: "retrying" }), 5_000);

  answer = () => Response.json({});
  await done;
  await vi.waitFor(() => expect(type()).toBeUndefined());
});

it("announces a refused change, and keeps it as failed", async () => {
  const outbox = await newTab();
  const settled = vi.fn<(settled: Settled, isOwn: boolean) => void>();
  outbox.onSettled(settled);
  answer = () => errorResponse(422, "validation_failed", "Not that.");
  await expect(outbox.submit({ kind: "list.remove", id: "y" }, "failed")).rejects.toThrow("Not that.");
  expect(stateIn(outbox, "failed")).toMatchObject({ type: "failed", failure: { sentence: "Not that.", told: false } });
  expect(settled.mock.calls.map(([{ type }, isOwn]) => [type, isOwn])).toEqual([["refused", true]]);
});

it("announces a change that another device has overtaken, and drops it", async () => {
  const outbox = await newTab();
  const settled = vi.fn<(settled: Settled, isOwn: boolean) => void>();
  outbox.onSettled(settled);
  answer = () => errorResponse(409, "changed_meanwhile", "Changed.");
  await expect(outbox.submit(toggle("z", false, 1), "conflict")).rejects.toThrow("Changed.");
  expect(settled.mock.calls.map(([{ type }, isOwn]) => [type, isOwn])).toEqual([["conflict", true]]);
  await outbox.written();
  expect([stateIn(outbox, "conflict"), stateIn(await newTab(), "conflict")]).toEqual([undefined, undefined]);
});

it("derives the state of a change from its row: failed, sending or retrying", () => {
  const row = queued({ kind: "list.remove", id: "x" });
  const failure = { status: 422, told: true };
  expect(stateOf({ ...row, tries: 3, failedSince: 7, aside: failure }, false)).toEqual({ type: "failed", failure });
  expect(stateOf({ ...row, tries: 3, failedSince: 7, notBefore: 9 }, false)).toEqual({
    type: "retrying",
    tries: 3,
    since: 7,
    notBefore: 9,
  });
  expect(stateOf(row, true)).toEqual({ type: "sending" });
});

/** Submits changes offline, and returns the bodies that are sent afterwards. */
async function bodiesOf(...changes: readonly Change[]): Promise<unknown[]> {
  setOffline(true);
  const outbox = await newTab();
  const done = changes.map((change) => outbox.submit(change));
  setOffline(false);
  sent.length = 0;
  outbox.flush();
  await Promise.all(done);
  await outbox.written();
  return sent.map(({ body }) => body);
}

it("sends the version that the tick made for an untick made offline", async () => {
  answer = ({ body }) => Response.json({ id: "x", version: body["isCompleted"] ? 8 : 9 });
  expect(await bodiesOf(toggle("x", true), toggle("x", false), toggle("y", false, 3))).toEqual([
    { isCompleted: true },
    { isCompleted: false, version: 8 },
    { isCompleted: false, version: 3 },
  ]);
});

it.each([
  [9, 9],
  [10, 8],
])("sends the version that an own edit made, and not that of another device: %i", async (edited, version) => {
  answer = ({ body }) => Response.json({ id: "x", version: body["isCompleted"] ? 8 : edited });
  const edit = { kind: "list.update", id: "x", fields: { quantity: 2 } } as const;
  expect(await bodiesOf(toggle("x", true), edit, toggle("x", false))).toEqual([
    { isCompleted: true },
    { quantity: 2 },
    { isCompleted: false, version },
  ]);
});
