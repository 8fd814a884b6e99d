// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { signIn } from "../../../test/support/session";
import type { Change } from "./changes";
import { newTab } from "./new-tab";

/** Tests changes while the browser's database does not answer, as in WebKit (`lib/browser/database.ts`). */
const change = (id: string): Change => ({ kind: "list.update", id, fields: { quantity: 2 } });
let sent: string[] = [];

beforeEach(() => {
  sent = [];
  signIn();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.stubGlobal("fetch", async (path: string) => {
    sent.push(path.split("/").at(-1) ?? "");
    return Response.json({ version: 1 });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const onDisk = async () => {
  const { disk } = await import("./disk");
  return (await disk.all()).map((row) => "id" in row.change && row.change.id);
};

/** Waits until the disk has been read. */
const rest = () => new Promise((resolve) => setTimeout(resolve, 50));

/** Makes transactions never end, and uses fake timers. */
function hangDatabase() {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const asked = () => ({}) as IDBRequest;
  const transaction = {
    objectStore: () => ({ transaction, add: asked, delete: asked, getAll: asked, openCursor: asked }),
    abort: () => undefined,
    commit: () => undefined,
  };
  return vi
    .spyOn(IDBDatabase.prototype, "transaction")
    .mockImplementation(() => transaction as unknown as IDBTransaction);
}

/** Advances the timers, and runs other tasks in between. */
async function pass(seconds: number) {
  for (let second = 0; second < seconds; second += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

it("sends a change from memory, and reports it as unsaved until then", async () => {
  const outbox = await newTab();
  await rest();
  const database = hangDatabase();
  const reported: string[][] = [];
  outbox.subscribe(() => reported.push([...outbox.unsaved()]));
  const answer = outbox.submit(change("a"), "key");
  await pass(5);
  await answer;
  expect(reported).toContainEqual(["key"]);
  expect([sent, outbox.pending(), [...outbox.unsaved()]]).toEqual([["a"], [], []]);
  database.mockRestore();
  vi.useRealTimers();
  expect(await onDisk()).toEqual([]);
});

it("stores a change although the user leaves the page at once", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const outbox = await newTab();
  const add = IDBObjectStore.prototype.add;
  vi.spyOn(IDBObjectStore.prototype, "add").mockImplementation(function (this: IDBObjectStore, ...given) {
    queueMicrotask(() => dispatchEvent(new Event("pagehide")));
    return add.apply(this, given);
  });
  void outbox.submit(change("a"));
  await rest();
  dispatchEvent(new Event("pageshow"));
  expect(await onDisk()).toEqual(["a"]);
});
