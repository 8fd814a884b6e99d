// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { storage } from "../../lib/browser/storage";
import type { GroceryItem } from "../types";
import { overlayArchived, overlayItems } from "./overlay";
import type { QueuedChange } from "./rows";
import { newTab } from "./new-tab";

const item = (id: string): GroceryItem => ({
  id,
  userId: "u",
  scanSessionId: null,
  name: id,
  category: "Dairy",
  quantity: 1,
  unit: "item",
  shelfLifeDays: 7,
  createdAt: "2026-11-21T10:00:00.000Z",
  expiresAt: "2099-01-01T00:00:00.000Z",
  status: "fresh",
  itemStatus: "active",
});

interface Seen {
  path: string;
  key: string | null;
  method: string;
}
let seen: Seen[] = [];
let answer: (path: string) => Response | Promise<Response>;

beforeEach(() => {
  seen = [];
  answer = () => Response.json({ message: "ok" });
  storage.set(
    "larder.session",
    JSON.stringify({ uid: "u", idToken: "t", refreshToken: "r", expiresAt: Date.now() + 3_600_000 }),
  );
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    seen.push({ path, key: new Headers(init.headers).get("Idempotency-Key"), method: init.method ?? "GET" });
    return answer(path);
  });
});

afterEach(() => vi.unstubAllGlobals());

it("applies at once, sends in order, and forgets what was carried out", async () => {
  const outbox = await newTab();
  const first = outbox.submit({ kind: "item.create", item: item("a") });
  const second = outbox.submit({ kind: "item.archive", item: item("a") });
  expect(outbox.pending().map(({ change }) => change.kind)).toEqual(["item.create", "item.archive"]);
  await Promise.all([first, second]);
  expect(seen.map(({ path }) => path)).toEqual(["/api/items", "/api/items/a/archive"]);
  expect(outbox.pending()).toEqual([]);
});

it("repeats a lost answer under the same key", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true, advanceTimeDelta: 500 });
  let tries = 0;
  answer = () => {
    if (++tries === 1) throw new TypeError("the network went away");
    return tries === 2 ? new Response("busy", { status: 503 }) : Response.json({ message: "ok" });
  };
  const outbox = await newTab();
  await outbox.submit({ kind: "list.toggle", id: "x", isCompleted: true });
  vi.useRealTimers();
  expect(seen).toHaveLength(3);
  expect(new Set(seen.map(({ key }) => key)).size).toBe(1);
});

it("undoes and announces what the server refuses, and goes on with the rest", async () => {
  answer = (path) =>
    path.includes("/gone/")
      ? Response.json({ error: "not_found", message: "It is not there." }, { status: 404 })
      : Response.json({ message: "ok" });
  const outbox = await newTab();
  const refused = vi.fn();
  outbox.onSettled((settled) => settled.type === "refused" && refused(settled.error.sentence));
  const gone = outbox.submit({ kind: "item.delete", item: item("gone") });
  const fine = outbox.submit({ kind: "item.delete", item: item("fine") });
  await expect(gone).rejects.toThrow("It is not there.");
  await fine;
  expect(refused).toHaveBeenCalledExactlyOnceWith("It is not there.");
  expect(outbox.pending()).toEqual([]);
});

it("keeps changes through a restart and sends each once from two tabs", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const one = await newTab();
  const two = await newTab();
  for (let n = 0; n < 10; n += 1) void (n % 2 ? one : two).submit({ kind: "list.remove", id: String(n) });
  await vi.waitFor(async () => expect((await (await newTab()).pending()).length).toBe(10), 15_000);
  expect(seen).toEqual([]);
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  window.dispatchEvent(new Event("online"));
  // A busy machine takes its time over twenty transactions.
  await vi.waitFor(() => expect(seen.length).toBeGreaterThanOrEqual(10), 15_000);
  await vi.waitFor(async () => expect((await newTab()).pending()).toEqual([]), 15_000);
  expect(new Set(seen.map(({ key }) => key)).size).toBe(10);
});

it("lays waiting changes over the server's answer", () => {
  const queued = (change: QueuedChange["change"]): QueuedChange => ({
    v: 2,
    key: "k",
    uid: "u",
    at: "2026-11-21T10:00:00.000Z",
    change,
  });
  const archive = queued({ kind: "item.archive", item: item("a") });
  expect(overlayItems([item("a"), item("b")], archive).map(({ id }) => id)).toEqual(["b"]);
  expect(overlayArchived([], archive).map(({ itemStatus }) => itemStatus)).toEqual(["archived"]);
  const back = queued({ kind: "item.restore", item: item("a") });
  expect([archive, back].reduce(overlayItems, [item("a")] as readonly GroceryItem[]).map(({ id }) => id)).toEqual([
    "a",
  ]);
  // The server may have carried a creation out before its answer arrived.
  expect(overlayItems([item("c")], queued({ kind: "item.create", item: item("c") }))).toHaveLength(1);
});
