// @vitest-environment jsdom
import { Blob as NodeBlob, File as NodeFile } from "node:buffer";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { closeTab, newTab as openTab, until, untilStored, type Tab } from "../../../test/support/outbox";
import { mockFetch, setOffline, errorResponse, type SentRequest } from "../../../test/support/requests";
import { itemOf, rowOf } from "../../../test/support/rows";
import { signIn } from "../../../test/support/session";
import { DATABASE_TIMEOUT_MS, inStore } from "../../lib/browser/database";
import type { Change, ChangeKind } from "./changes";

/**
 * Tests every fault with every kind of change: it is carried out exactly once or kept as failed, and blocks no other.
 * The server is a map of the keys that it has carried out. `e2e/offline.spec.ts` and `losses.spec.ts` have samples in a
 * browser.
 */
vi.mock("../receipts/extract", () => ({
  // Preparing a photo needs a browser's canvas; only its requests matter here.
  async extractReceipt(_: unknown, { idempotencyKey, owner }: { idempotencyKey: string; owner: string }) {
    const { request } = await import("../client");
    return request("/api/extract", { method: "POST", body: {}, idempotencyKey, owner });
  },
}));

const item = itemOf("Milk", { id: "i" });
/** The keys of a test, which differ because tabs of earlier tests may still run. */
let key = "";
let again = "";
let bystanderKey = "";

/** One change of each kind. */
const CHANGES: { readonly [K in ChangeKind]: () => Extract<Change, { kind: K }> } = {
  "item.create": () => ({ kind: "item.create", item }),
  "item.update": () => ({ kind: "item.update", item, fields: { name: "Oat milk" } }),
  "item.archive": () => ({ kind: "item.archive", item }),
  "item.delete": () => ({ kind: "item.delete", item }),
  "item.outcome": () => ({ kind: "item.outcome", itemId: "i", outcome: "used", item }),
  "item.restore": () => ({ kind: "item.restore", item }),
  "item.state": () => ({ kind: "item.state", item, event: { event: "opened" } }),
  "items.deleteByStatus": () => ({ kind: "items.deleteByStatus", status: "all", ids: ["i"] }),
  "session.readd": () => ({ kind: "session.readd", sessionId: "s" }),
  "session.toShoppingList": () => ({ kind: "session.toShoppingList", sessionId: "s" }),
  "list.add": () => ({ kind: "list.add", item: rowOf("l") }),
  "list.toggle": () => ({ kind: "list.toggle", id: "l", isCompleted: true }),
  "list.update": () => ({ kind: "list.update", id: "l", fields: { quantity: 2 } }),
  "list.remove": () => ({ kind: "list.remove", id: "l" }),
  "list.clearCompleted": () => ({ kind: "list.clearCompleted", ids: ["l"] }),
  "list.clearAll": () => ({ kind: "list.clearAll", ids: ["l"] }),
  "list.import": () => ({
    kind: "list.import",
    items: [{ id: "t", name: "Tea", category: "Pantry Staples", quantity: 1, unit: "bag" }],
    sharedBy: "Ana",
    sharedAt: item.createdAt,
    token: "t",
  }),
  "preferences.update": () => ({
    kind: "preferences.update",
    preferences: { notificationTime: "07:00" },
  }),
  "code.learn": () => ({
    kind: "code.learn",
    learnt: { code: "4006381333931", name: "Milk", category: "Dairy", unit: "item" },
  }),
  "receipt.read": () => ({ kind: "receipt.read", photo: new File(["x"], "x.jpg") }),
};

/** The server's effects, one per key however often it is sent, as it guarantees (ADR 002). */
let carriedOut = new Map<string, SentRequest>();
let asked: SentRequest[] = [];
/** Returns a response instead of the server, or calls it. */
let fault: (call: SentRequest, serve: () => Response) => Response | Promise<Response> = (_, serve) => serve();
let now = 0;
/** The account of a test, which differs because tabs of earlier tests may still run. */
let me = "";
let accounts = 0;

/** Functions that stop the tabs of a test. */
const closing: (() => unknown)[] = [];

const DAY = 24 * 3_600_000;
/** The database's timeout is shortened only while this is true. */
let isHanging = false;
const refused = (status: number) => errorResponse(status, status === 422 ? "validation_failed" : "internal");
const failNetwork = () => {
  throw new TypeError("Failed to fetch");
};
const signedIn = (uid: string, heirOf: string[] = []) => signIn(uid, { idToken: `t-${uid}`, heirOf });

beforeEach(async () => {
  vi.stubGlobal("Blob", NodeBlob);
  vi.stubGlobal("File", NodeFile);
  // A second of the tabs takes a millisecond.
  const { setTimeout: later } = globalThis;
  vi.stubGlobal("setTimeout", (run: () => void, wait = 0) => {
    const timer = later(run, wait === DATABASE_TIMEOUT_MS && !isHanging ? wait : wait / 1_000);
    closing.push(() => clearTimeout(timer));
    return timer;
  });
  vi.stubGlobal(
    "BroadcastChannel",
    class extends BroadcastChannel {
      constructor(name: string) {
        super(name);
        closing.push(() => this.close());
      }
    },
  );
  for (const target of [window, document]) {
    const listen = target.addEventListener.bind(target) as (type: string, listener: EventListener) => void;
    vi.spyOn(target as EventTarget, "addEventListener").mockImplementation((type, listener) => {
      listen(type, listener as EventListener);
      closing.push(() => target.removeEventListener(type, listener as EventListener));
    });
  }
  for (const level of ["warn", "error"] as const) vi.spyOn(console, level).mockImplementation(() => undefined);
  carriedOut = new Map();
  fault = (_, serve) => serve();
  isHanging = false;
  now = Date.parse("2026-11-21T10:00:00.000Z");
  me = `u${(accounts += 1)}`;
  [key, again, bystanderKey] = [`key-${me}`, `again-${me}`, `bystander-${me}`];
  signedIn(me);
  setOffline(false);
  await inStore("outbox", "readwrite", (store) => store.clear());
  asked = mockFetch((call) => {
    if (call.path === "/api/health") {
      asked.pop();
      return Response.json({ status: "ok" });
    }
    return fault(call, () => {
      if (!carriedOut.has(call.key)) carriedOut.set(call.key, call);
      return Response.json({ message: "ok" });
    });
  });
});
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function newTab() {
  const tab = await openTab(() => now);
  closing.push(() => closeTab(tab));
  return tab;
}
/** Expects that one key was carried out, except the bystander's. */
const expectCarriedOutOnce = (expectedKey: string) => {
  const keys = [...carriedOut.keys()].filter((carriedOutKey) => carriedOutKey !== bystanderKey);
  expect(keys).toEqual([expectedKey]);
};
/** Submits another change, which no fault of the first one may block. */
const bystander = (tab: Tab) => tab.submit({ kind: "list.add", item: rowOf("other") }, bystanderKey);
const onlyFor =
  (of: (call: SentRequest) => boolean, how: typeof fault): typeof fault =>
  (call, serve) =>
    of(call) ? how(call, serve) : serve();
const onFirst = (how: typeof fault): typeof fault => {
  let times = 0;
  return onlyFor((call) => call.key !== bystanderKey && (times += 1) === 1, how);
};

/** Makes transactions never end. */
function hang() {
  isHanging = true;
  const request = () => ({}) as IDBRequest;
  const transaction = {
    objectStore: () => ({ transaction, add: request, delete: request, getAll: request, openCursor: request }),
    abort: () => undefined,
    commit: () => undefined,
  };
  return vi
    .spyOn(IDBDatabase.prototype, "transaction")
    .mockImplementation(() => transaction as unknown as IDBTransaction);
}

async function expectSentByNextPage() {
  for (const close of closing.splice(0)) close();
  setOffline(false);
  await newTab();
  await until(() => expectCarriedOutOnce(key));
  await untilStored(0);
}

const FAULTS: Readonly<Record<string, (change: Change) => Promise<void>>> = {
  async refused(change) {
    const tab = await newTab();
    fault = onlyFor(
      (call) => call.key === key,
      () => refused(422),
    );
    tab.submit(change, key).catch(() => undefined);
    await bystander(tab);
    await until(() => expect(tab.failed().map((row) => [row.key, row.aside?.sentence])).toEqual([[key, "No."]]));
    await untilStored(1);
    fault = (_, serve) => serve();
    await tab.sendAgain(key, again);
    await until(() => expectCarriedOutOnce(again));
  },
  async "5xx once"(change) {
    const tab = await newTab();
    fault = onFirst(() => refused(503));
    await Promise.all([tab.submit(change, key), bystander(tab)]);
    expectCarriedOutOnce(key);
    expect(asked.filter((call) => call.key === key)).toHaveLength(2);
  },
  async "a proxy's 404 once"(change) {
    const tab = await newTab();
    fault = onFirst(() => new Response("404 page not found", { status: 404 }));
    await Promise.all([tab.submit(change, key), bystander(tab)]);
    expectCarriedOutOnce(key);
  },
  async "5xx for good, although it is carried out"(change) {
    const tab = await newTab();
    fault = onlyFor(
      (call) => call.key === key,
      (_, serve) => {
        serve();
        return refused(500);
      },
    );
    tab.submit(change, key).catch(() => undefined);
    await bystander(tab);
    expect(tab.pending().map((row) => row.key)).toEqual([key]);
    await until(() => expect(tab.pending()[0]?.tries).toBeGreaterThan(5));
    now += DAY;
    await until(() => {
      tab.flush();
      expect(tab.failed().map((row) => row.key)).toEqual([key]);
    });
    fault = (_, serve) => serve();
    await tab.sendAgain(key);
    await untilStored(0);
    expectCarriedOutOnce(key);
  },
  async "30 s slow"(change) {
    const tab = await newTab();
    const timeouts: number[] = [];
    vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
      timeouts.push(ms);
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException("slow", "TimeoutError")), ms / 20);
      return controller.signal;
    });
    fault = onFirst(({ signal }, serve) => {
      serve();
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));
    });
    await Promise.all([tab.submit(change, key), bystander(tab)]);
    expectCarriedOutOnce(key);
    for (const ms of timeouts) expect(ms >= 30_000 && ms <= 60_000).toBe(true);
  },
  async "answer lost"(change) {
    const tab = await newTab();
    fault = onFirst((_, serve) => {
      serve();
      return failNetwork();
    });
    await Promise.all([tab.submit(change, key), bystander(tab)]);
    expectCarriedOutOnce(key);
    expect(asked.filter((call) => call.key === key)).toHaveLength(2);
  },
  async offline(change) {
    const tab = await newTab();
    setOffline(true);
    const done = tab.submit(change, key);
    await untilStored(1);
    tab.flush();
    expect(asked).toEqual([]);
    setOffline(false);
    window.dispatchEvent(new Event("online"));
    await done;
    expectCarriedOutOnce(key);
  },
  async "account replaced"(change) {
    const tab = await newTab();
    // The account is replaced before the response.
    fault = onFirst(() => {
      signedIn("v", [me]);
      return refused(503);
    });
    await Promise.all([tab.submit(change, key), bystander(tab)]);
    expectCarriedOutOnce(key);
    expect(carriedOut.get(key)?.token).toBe("Bearer t-v");
  },
  async "another person"(change) {
    const tab = await newTab();
    setOffline(true);
    void tab.submit(change, key);
    await untilStored(1);
    signedIn("stranger");
    setOffline(false);
    const next = await newTab();
    await bystander(next);
    expect([...carriedOut.keys()]).toEqual([bystanderKey]);
    expect(next.pending()).toEqual([]);
  },
  async "other tab"(change) {
    const tab = await newTab();
    setOffline(true);
    const done = tab.submit(change, key);
    await untilStored(1);
    setOffline(false);
    const other = await newTab();
    other.flush();
    tab.flush();
    await done;
    await untilStored(0);
    await until(() => expect([tab.pending(), other.pending()]).toEqual([[], []]));
    expectCarriedOutOnce(key);
  },
  async "full disk"(change) {
    const tab = await newTab();
    setOffline(true);
    const full = vi.spyOn(IDBObjectStore.prototype, "add").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    const done = tab.submit(change, key);
    await until(() => expect([...tab.unsaved()]).toEqual([key]));
    setOffline(false);
    tab.flush();
    await done;
    full.mockRestore();
    expectCarriedOutOnce(key);
    expect([...tab.unsaved()]).toEqual([]);
  },
  async "database fails, then recovers"(change) {
    const tab = await newTab();
    setOffline(true);
    const broken = vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(() => {
      throw new DOMException("broken", "UnknownError");
    });
    void tab.submit(change, key);
    await until(() => expect([...tab.unsaved()]).toEqual([key]));
    broken.mockRestore();
    await untilStored(1);
    await until(() => expect([...tab.unsaved()]).toEqual([]));
    await expectSentByNextPage();
  },
  async "database hangs, then recovers"(change) {
    // Offline from the start: a read that began before the hang would wait its whole timeout.
    setOffline(true);
    const tab = await newTab();
    const stuck = hang();
    void tab.submit(change, key);
    await until(() => expect([...tab.unsaved()]).toEqual([key]));
    stuck.mockRestore();
    isHanging = false;
    await untilStored(1);
    await expectSentByNextPage();
  },
  async "database hangs while the change is sent"(change) {
    const tab = await newTab();
    setOffline(true);
    const done = tab.submit(change, key);
    await untilStored(1);
    const stuck = hang();
    setOffline(false);
    tab.flush();
    await done;
    stuck.mockRestore();
    isHanging = false;
    await untilStored(0);
    expect(asked.map((row) => row.key)).toEqual([key]);
  },
  async "answer lost, then a month away"(change) {
    const tab = await newTab();
    fault = onFirst((_, serve) => {
      serve();
      setOffline(true);
      return failNetwork();
    });
    tab.submit(change, key).catch(() => undefined);
    await until(() => expectCarriedOutOnce(key));
    // The server may have deleted the key.
    now += 31 * DAY;
    setOffline(false);
    await until(() => {
      tab.flush();
      expect(tab.failed().map(({ aside }) => aside?.code)).toEqual(["unsure"]);
    });
    expect(asked).toHaveLength(1);
    await tab.sendAgain(key, again);
    await until(() => expect([...carriedOut.keys()]).toEqual([key, again]));
  },
  async "a row of the version before"(change) {
    await inStore("outbox", "readwrite", (store) => store.add({ key, uid: me, at: item.createdAt, change }));
    await newTab();
    await untilStored(0);
    expectCarriedOutOnce(key);
  },
};

describe.each(Object.entries(FAULTS))("%s", (_, run) => {
  it.each(Object.entries(CHANGES))("%s", (__, change) => run(change()));
});

it("sends other changes after three that the server never accepts", async () => {
  const tab = await newTab();
  setOffline(true);
  fault = onlyFor(
    ({ key }) => key.startsWith("bad"),
    () => refused(500),
  );
  for (const id of ["bad1", "bad2", "bad3"]) void tab.submit({ kind: "item.create", item: { ...item, id } }, id);
  for (const id of ["good1", "good2"]) void tab.submit({ kind: "item.create", item: { ...item, id } }, id);
  await untilStored(5);
  setOffline(false);
  tab.flush();
  await until(() => expect([...carriedOut.keys()]).toEqual(["good1", "good2"]));
});

it("sends other changes after one whose request always fails", async () => {
  const tab = await newTab();
  setOffline(true);
  fault = onlyFor(({ key }) => key === "bad", failNetwork);
  for (const id of ["bad", "good"]) void tab.submit({ kind: "item.create", item: { ...item, id } }, id);
  await untilStored(2);
  setOffline(false);
  tab.flush();
  await until(() => expect([...carriedOut.keys()]).toEqual(["good"]));
  expect(tab.pending().map((row) => row.key)).toEqual(["bad"]);
});

/** A seeded random generator (Park and Miller). */
function random(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** `CHANGES=500` for more. `e2e/offline.spec.ts` has 20 in a browser. */
const COUNT = Number(process.env["CHANGES"] ?? 100);

it.each([1, 2, 3])(
  `carries out ${COUNT} changes of two tabs exactly once despite lost responses, an outage and a replaced account (seed %i)`,
  async (seed) => {
    // The lock that all tabs of a browser share.
    const tails = new Map<string, Promise<unknown>>();
    const request = (name: string, work: () => Promise<unknown>) => {
      const run = (tails.get(name) ?? Promise.resolve()).then(work, work);
      tails.set(
        name,
        run.catch(() => undefined),
      );
      return run;
    };
    Object.defineProperty(navigator, "locks", { value: { request }, configurable: true });
    closing.push(() => Reflect.deleteProperty(navigator, "locks"));
    const next = random(seed);
    const [one, two] = [await newTab(), await newTab()];
    setOffline(true);
    for (let n = 0; n < COUNT; n += 1) {
      (n % 2 ? one : two)
        .submit({ kind: "item.create", item: { ...item, id: `${n}` } }, `seed ${seed}, ${n}`)
        .catch(() => undefined);
      // Changes are submitted as a user does, without waiting for the one before.
      if (n % 25 === 0) await new Promise((resolve) => setTimeout(resolve));
    }
    await untilStored(COUNT, 60_000);
    let outage = 0;
    let concurrent = 0;
    let maxConcurrent = 0;
    fault = async ({ body }, serve) => {
      maxConcurrent = Math.max(maxConcurrent, (concurrent += 1));
      await new Promise((resolve) => setTimeout(resolve));
      concurrent -= 1;
      if (body["id"] === "77") return refused(500);
      if (outage > 0) {
        outage -= 1;
        return failNetwork();
      }
      if (carriedOut.size === COUNT * 0.3) outage = 6;
      if (carriedOut.size === COUNT * 0.5) signedIn("v", [me]);
      const chance = next();
      if (chance < 0.1) return refused(503);
      if (chance < 0.2) return failNetwork();
      serve();
      return chance < 0.3 ? failNetwork() : Response.json({ message: "ok" });
    };
    setOffline(false);
    const flapping = setInterval(() => {
      setOffline(next() < 0.3);
      for (const tab of [one, two]) tab.flush();
    }, 20);
    try {
      await untilStored(1, 60_000);
    } finally {
      clearInterval(flapping);
      setOffline(false);
    }
    // Two tabs never send at the same time, which could change the order.
    expect(maxConcurrent).toBe(1);
    const created = [...carriedOut.values()].map(({ body }) => Number(body["id"])).sort((a, b) => a - b);
    expect(created).toEqual(Array.from({ length: COUNT }, (_, n) => n).filter((n) => n !== 77));
    expect(new Set([...carriedOut.values()].map(({ token }) => token))).toEqual(
      new Set([`Bearer t-${me}`, "Bearer t-v"]),
    );
    await until(() => expect(two.pending().map((row) => row.key)).toEqual([`seed ${seed}, 77`]));
  },
  90_000,
);
