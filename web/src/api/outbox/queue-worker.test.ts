// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { newTab as openTab, until, untilStored, type Tab } from "../../../test/support/outbox";
import { mockFetch, setOffline, errorResponse, type SentRequest } from "../../../test/support/requests";
import { itemOf } from "../../../test/support/rows";
import { signIn } from "../../../test/support/session";
import { inStore } from "../../lib/browser/database";
import type { Change } from "./changes";

/* Tests the whole outbox: changes that cannot be sent or stored do not block, drop or repeat others. */

const create = (id: string): Change => ({ kind: "item.create", item: itemOf(id) });
const HOUR = 3_600_000;
const OK = () => Response.json({ message: "ok" });
const busy = (headers: Record<string, string> = {}) => errorResponse(500, "internal", "Broken.", headers);

let seen: SentRequest[] = [];
let answer: (seen: SentRequest) => Response | Promise<Response> = OK;
let now = 0;

const signedIn = (uid: string, heirOf: string[] = [], by?: "left") => signIn(uid, { idToken: `t-${uid}`, heirOf, by });

beforeEach(async () => {
  // Disables automatic retries, which a slow machine would reach: only `send` retries.
  const { setTimeout: later } = globalThis;
  vi.stubGlobal("setTimeout", (run: () => void, wait?: number) =>
    wait !== undefined && wait >= 1_000 && wait < 15_000 ? 0 : later(run, wait),
  );
  answer = OK;
  now = Date.parse("2026-11-21T10:00:00.000Z");
  signedIn("u");
  await inStore("outbox", "readwrite", (store) => store.clear());
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  seen = mockFetch((one) => answer(one));
});

const newTab = () => openTab(() => now);

const ids = (outbox: Tab, of: "pending" | "failed") =>
  outbox[of]().map(({ change }) => ("item" in change ? change.item?.id : change.kind));
/** Makes the newest tab send, and waits until it sends no more: it holds its lock meanwhile. */
async function send(outbox: Tab): Promise<void> {
  outbox.flush();
  const { withLock } = await import("../../lib/browser/locks");
  let count = -1;
  while (count !== seen.length) {
    count = seen.length;
    await withLock("outbox", () => new Promise((resolve) => setTimeout(resolve)));
  }
}

describe("a change that the server never accepts", () => {
  const poisoned = ({ body }: SentRequest) => (body["id"] === "poison" ? busy() : OK());

  it("blocks only changes of the same item, and stays pending", async () => {
    answer = poisoned;
    const outbox = await newTab();
    void outbox.submit(create("poison"));
    void outbox.submit({ kind: "item.archive", item: itemOf("poison") });
    await Promise.all([outbox.submit(create("a")), outbox.submit(create("b"))]);
    await send(outbox);
    expect(ids(outbox, "pending")).toEqual(["poison", "poison"]);
    expect(seen.some(({ path }) => path.includes("archive"))).toBe(false);
  });

  it("stays pending for more than a day if it was tried only twice", async () => {
    answer = () => busy();
    const outbox = await newTab();
    void outbox.submit(create("a"));
    await send(outbox);
    now += 30 * HOUR;
    await send(outbox);
    expect(ids(outbox, "pending")).toEqual(["a"]);
  });
});

it("pauses after three failing changes", async () => {
  setOffline(true);
  answer = () => busy();
  const outbox = await newTab();
  for (let n = 0; n < 12; n += 1) void outbox.submit(create(`n${n}`));
  await untilStored(12);
  setOffline(false);
  await send(outbox);
  expect(new Set(seen.map(({ body }) => body["id"])).size).toBe(3);
});

it("respects Retry-After for one change, and sends the others", async () => {
  answer = ({ body }) => (body["id"] === "later" ? busy({ "Retry-After": "120" }) : OK());
  const outbox = await newTab();
  void outbox.submit(create("later"));
  await until(() => expect(seen).not.toEqual([]));
  await send(outbox);
  const asked = seen.length;
  await outbox.submit(create("a"));
  now += 119_000;
  await send(outbox);
  expect(seen.slice(asked).map(({ body }) => body["id"])).toEqual(["a"]);
  now += 2_000;
  answer = OK;
  await send(outbox);
  expect(outbox.pending()).toEqual([]);
});

it("ignores a time to wait that is far away because the clock was set back", async () => {
  const correctNow = now;
  now += 365 * 24 * HOUR;
  answer = () => busy({ "Retry-After": "120" });
  const outbox = await newTab();
  void outbox.submit(create("a"));
  await until(() => expect(outbox.pending()[0]?.notBefore).toBeGreaterThan(now));
  now = correctNow;
  answer = OK;
  outbox.flush();
  await until(() => expect(outbox.pending()).toEqual([]));
});

const notActive = () => errorResponse(409, "item_not_active", "This item is no longer active.");

it("restores the item of a refused edit before it sends the edit again", async () => {
  answer = notActive;
  const outbox = await newTab();
  const { restorableItem, restoreAndSendAgain } = await import("./restore");
  await expect(
    outbox.submit({ kind: "item.update", item: itemOf("milk"), fields: { name: "Oat milk" } }),
  ).rejects.toThrow();
  const [row] = outbox.failed();
  if (!row) throw new Error("Nothing was refused.");
  expect(restorableItem(row)?.id).toBe("milk");
  answer = OK;
  seen.length = 0;
  await restoreAndSendAgain(row);
  await send(outbox);
  expect(seen.map(({ path }) => path)).toEqual(["/api/items/milk/restore", "/api/items/milk"]);
  expect([ids(outbox, "pending"), ids(outbox, "failed")]).toEqual([[], []]);
});

it("completes an archiving if the item is not active already", async () => {
  answer = notActive;
  const outbox = await newTab();
  await outbox.submit({ kind: "item.archive", item: itemOf("milk") });
  expect([ids(outbox, "pending"), ids(outbox, "failed")]).toEqual([[], []]);
});

it("keeps a refused change until the user discards it", async () => {
  answer = () => errorResponse(422, "validation_failed");
  const outbox = await newTab();
  await expect(outbox.submit(create("a"))).rejects.toThrow("No.");
  const next = await newTab();
  expect([ids(next, "pending"), ids(next, "failed")]).toEqual([[], ["a"]]);
  await next.acknowledge(next.failed()[0]?.key ?? "");
  expect((await newTab()).failed()[0]?.aside?.told).toBe(true);
  await next.discard(next.failed()[0]?.key ?? "");
  expect((await newTab()).failed()).toEqual([]);
});

it("rejects the promise of a change that is discarded", async () => {
  setOffline(true);
  const outbox = await newTab();
  const response = outbox.submit(create("a"), "a");
  await outbox.discard("a");
  await expect(response).rejects.toThrow("discarded");
});

describe("an import whose answer was lost", () => {
  const change: Change = { kind: "list.import", items: [], sharedBy: "Ana", sharedAt: "today", token: "t" };

  it.each([
    ["is sent again while the server keeps its key", 28 * 24, 1],
    ["is not sent again when the server may have forgotten it", 30 * 24, 0],
  ])("%s", async (_, hours, times) => {
    answer = () => Promise.reject(new TypeError("the network went away"));
    const outbox = await newTab();
    outbox.submit(change).catch(() => undefined);
    await until(() => expect(seen).not.toEqual([]));
    await send(outbox);
    let arrived = 0;
    answer = () => {
      arrived += 1;
      return OK();
    };
    now += hours * HOUR;
    await send(outbox);
    expect(arrived).toBe(times);
    expect(outbox.failed().map(({ aside }) => aside?.code)).toEqual(times === 0 ? ["unsure"] : []);
  });
});

it("forgets waiting changes at sign-out", async () => {
  setOffline(true);
  const outbox = await newTab();
  void outbox.submit(create("a"));
  await untilStored(1);
  await outbox.forget(["u"]);
  expect(outbox.pending()).toEqual([]);
  expect(await inStore("outbox", "readonly", (store) => store.count())).toBe(0);
});

const put = (row: object) => inStore("outbox", "readwrite", (store) => store.add(row));

it("keeps invalid rows on disk, which block no others", async () => {
  await put({ key: "k1", uid: "u", at: "2026-11-21T10:00:00.000Z", change: { kind: "item.archive" } });
  await put({ v: 9, key: "k2", uid: "u", at: "2026-11-21T10:00:00.000Z", change: { kind: "item.teleport" } });
  const outbox = await newTab();
  await outbox.submit(create("a"));
  expect(seen.map(({ body }) => body["id"])).toEqual(["a"]);
  expect(await inStore("outbox", "readonly", (store) => store.count())).toBe(2);
});

it("does not restore a row that another tab has removed", async () => {
  const { outboxStore } = await import("./outbox-store");
  const row = { v: 2, key: "k", uid: "u", at: "2026-11-21T10:00:00.000Z", change: create("a") } as const;
  const [seq = 0] = await outboxStore.write([row]);
  await outboxStore.write([{ ...row, seq, tries: 1 }]);
  expect((await outboxStore.readAll())[0]?.tries).toBe(1);
  await outboxStore.remove([seq]);
  await outboxStore.write([{ ...row, seq, tries: 2 }]);
  expect(await outboxStore.readAll()).toEqual([]);
});

it("keeps a change that is written while the disk is being read", async () => {
  setOffline(true);
  const outbox = await newTab();
  const { outboxStore } = await import("./outbox-store");
  const { readAll: all } = outboxStore;
  let release = () => undefined as void;
  const released = new Promise<void>((resolve) => (release = resolve));
  vi.spyOn(outboxStore, "readAll").mockImplementationOnce(async () => {
    const before = await all();
    await released;
    return before;
  });
  const other = new BroadcastChannel("larder.outbox");
  other.postMessage({ type: "changed" });
  await until(() => expect(outboxStore.readAll).toHaveBeenCalled());
  void outbox.submit(create("a"));
  release();
  await untilStored(1);
  await outbox.refresh();
  expect(ids(outbox, "pending")).toEqual(["a"]);
  other.close();
});

it("marks a change as failed that another tab has just written", async () => {
  setOffline(true);
  const outbox = await newTab();
  // The other tab's message has not arrived.
  await inStore("outbox", "readwrite", (store) =>
    store.add({ v: 2, key: "k", uid: "u", at: "2026-11-21T10:00:00.000Z", change: create("late") }),
  );
  await outbox.markAllFailed(["u"], "left_behind");
  expect(ids(outbox, "failed")).toEqual(["late"]);
});

it("marks a change that is being sent as failed when the device leaves its larder", async () => {
  // The device has left by then, and has a token of the new larder.
  answer = ({ path, token }) => {
    signedIn("v", ["u"], "left");
    if (path.startsWith("/identity/"))
      return Response.json({ id_token: "t-v", refresh_token: "r", expires_in: "3600", user_id: "v" });
    return token === "Bearer t-v" ? OK() : errorResponse(401, "unauthenticated");
  };
  const outbox = await newTab();
  void outbox.submit(create("a"));
  await send(outbox);
  await send(outbox);
  const sent = () => seen.flatMap(({ path, token }) => (path === "/api/items" ? [token] : []));
  expect(sent()).toEqual(["Bearer t-u"]);
  expect(outbox.failed().map(({ aside }) => aside?.code)).toEqual(["left_behind"]);
  await outbox.sendAgain(outbox.failed()[0]?.key ?? "");
  await send(outbox);
  expect(sent()).toEqual(["Bearer t-u", "Bearer t-v"]);
  await untilStored(0);
});

describe("a disk that is full", () => {
  const full = () =>
    vi.spyOn(IDBObjectStore.prototype, "add").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });

  it("keeps the failed change until its retry is stored", async () => {
    answer = () => errorResponse(422, "validation_failed");
    const outbox = await newTab();
    await expect(outbox.submit(create("a"), "old")).rejects.toThrow("No.");
    await outbox.written();
    setOffline(true);
    const disk = full();
    await outbox.sendAgain("old", "new");
    expect([ids(outbox, "pending"), ids(outbox, "failed"), outbox.isDiskFull()]).toEqual([["a"], [], true]);
    // As if the page were closed here.
    expect(ids(await newTab(), "failed")).toEqual(["a"]);
    disk.mockRestore();
    outbox.flush();
    await until(async () => expect(ids(await newTab(), "pending")).toEqual(["a"]));
    await until(async () => expect(ids(await newTab(), "failed")).toEqual([]));
  });

  it("keeps the failed change until the retry of its failed retry is stored", async () => {
    answer = () => errorResponse(422, "validation_failed");
    const outbox = await newTab();
    await expect(outbox.submit(create("a"), "old")).rejects.toThrow("No.");
    await outbox.written();
    const disk = full();
    await outbox.sendAgain("old", "again");
    await until(() => expect(outbox.failed().map(({ key }) => key)).toEqual(["again"]));
    setOffline(true);
    await outbox.sendAgain("again", "last");
    expect(ids(outbox, "pending")).toEqual(["a"]);
    expect(ids(await newTab(), "failed")).toEqual(["a"]);
    disk.mockRestore();
    outbox.flush();
    await until(async () => expect(ids(await newTab(), "pending")).toEqual(["a"]));
    await until(async () => expect(ids(await newTab(), "failed")).toEqual([]));
  });

  it("keeps the order of changes", async () => {
    setOffline(true);
    const outbox = await newTab();
    const disk = full();
    void outbox.submit(create("a"));
    await until(() => expect(outbox.unsaved().size).toBe(1));
    disk.mockRestore();
    now += 1_000;
    void outbox.submit({ kind: "item.archive", item: itemOf("a") });
    await untilStored(2);
    setOffline(false);
    await send(await newTab());
    expect(seen.map(({ path }) => path)).toEqual(["/api/items", "/api/items/a/archive"]);
  });
});

it("reads the account once per change, not once per row", async () => {
  setOffline(true);
  const outbox = await newTab();
  const read = vi.spyOn(Storage.prototype, "getItem");
  for (let n = 0; n < 1_000; n += 1) void outbox.submit(create(`n${n}`));
  expect(outbox.pending()).toHaveLength(1_000);
  await outbox.stored();
  expect(read.mock.calls.length).toBeLessThan(3_000);
});
