// @vitest-environment jsdom
import { QueryObserver } from "@tanstack/react-query";
import { beforeEach, expect, it, vi } from "vitest";
import { errorResponse } from "../../../test/support/requests";
import { itemOf, rowOf } from "../../../test/support/rows";
import { signIn } from "../../../test/support/session";
import { inStore, values } from "../../lib/browser/database";
import { storage } from "../../lib/browser/storage";

/**
 * Tests several starts in a row with bad states of server and storage, because a start writes the data of the next one.
 */
const STARTS = 3;
const ITEM = itemOf("Milk", { id: "a" });
const ROW = rowOf("Tea", { id: "b" });

let answer: (path: string, init?: RequestInit) => Response;
const online = (path: string) => {
  if (path === "/api/items") return Response.json([ITEM]);
  if (path === "/api/shopping-list") return Response.json([ROW]);
  return errorResponse(404, "not_found");
};
const offline = (): Response => {
  throw new TypeError("Failed to fetch");
};
const unavailable = () => errorResponse(503, "unavailable");
const refusedToken = (message: string) => (path: string) =>
  path.startsWith("/identity/")
    ? Response.json({ error: { code: 400, message } }, { status: 400 })
    : errorResponse(401, "unauthorized");

/** Hides the page, as phones do before they end it, until it has written its data to disk. */
async function hidePage(): Promise<void> {
  const state = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  document.dispatchEvent(new Event("visibilitychange"));
  state.mockRestore();
  // The database runs transactions of the same stores one after the other.
  for (const store of ["values", "outbox"] as const) await inStore(store, "readwrite", (all) => all.count());
}

/** Starts the app, shows both lists and closes it. Returns what was on screen and waiting. */
async function startOnce(change?: "submit") {
  vi.resetModules();
  const { queryClient, startQueryCache } = await import("./query-client");
  const { outbox } = await import("../outbox/outbox");
  const { itemsQuery, keys, shoppingListQuery } = await import("./queries");
  const { auth } = await import("../../lib/auth/auth");
  await Promise.all([startQueryCache(), outbox.start()]);
  if (change) void outbox.submit({ kind: "list.toggle", id: "b", isCompleted: true });
  const observers = [
    new QueryObserver(queryClient, itemsQuery() as never),
    new QueryObserver(queryClient, shoppingListQuery() as never),
  ];
  const closing = observers.map((observer) => observer.subscribe(() => undefined));
  await vi.waitFor(() =>
    expect(observers.map((observer) => observer.getCurrentResult().fetchStatus)).toEqual(["idle", "idle"]),
  );
  await hidePage();
  const shown = {
    status: auth.state().status,
    items: queryClient.getQueryData(keys.items),
    list: queryClient.getQueryData(keys.shoppingList),
    waiting: outbox.pending().map(({ change: { kind } }) => kind),
  };
  for (const close of closing) close();
  queryClient.clear();
  return shown;
}

beforeEach(async () => {
  for (const store of ["values", "outbox"] as const) await inStore(store, "readwrite", (all) => all.clear());
  signIn();
  storage.remove("larder.replaced");
  for (const method of ["warn", "error"] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
  answer = online;
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => answer(path, init));
  await startOnce();
});

it.each([
  ["offline", offline, "signed-in"],
  ["when the server answers 503", unavailable, "signed-in"],
  ["when this device was removed", refusedToken("DEVICE_ENDED"), "removed"],
  ["when the server does not know this device", refusedToken("INVALID_REFRESH_TOKEN"), "signed-out"],
])("keeps both lists and waiting changes over several starts: %s", async (_, state, status) => {
  answer = state;
  const shown = { status, items: [ITEM], list: [ROW], waiting: ["list.toggle"] };
  expect(await startOnce("submit")).toEqual(shown);
  for (let start = 1; start < STARTS; start += 1) expect(await startOnce()).toEqual(shown);
});

it("keeps the lists of a replaced account", async () => {
  answer = (path, init) => {
    if (path.startsWith("/identity/") && path.endsWith("signUp"))
      return Response.json({ localId: "next", idToken: "t2", refreshToken: "r2", expiresIn: "3600000" });
    const token = new Headers(init?.headers).get("Authorization");
    return token === "Bearer t2" ? Response.json([]) : refusedToken("USER_NOT_FOUND")(path);
  };
  for (let start = 0; start < STARTS; start += 1) {
    expect(await startOnce()).toMatchObject({ status: "signed-in", items: [], list: [] });
    const { readRemembered } = await import("./remembered");
    expect(await readRemembered("u")).toEqual({ uid: "u", items: [ITEM], list: [ROW], places: [] });
  }
});

it("keeps both lists after an update of the app, started without network", async () => {
  const record = (await values.get("query-cache:u")) as object;
  await values.set("query-cache:u", { ...record, api: "the API's description of the version before" });
  answer = offline;
  for (let start = 0; start < STARTS; start += 1)
    expect(await startOnce()).toMatchObject({ items: [ITEM], list: [ROW] });
});

it("keeps both lists while the storage is full", async () => {
  answer = offline;
  vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  vi.spyOn(IDBObjectStore.prototype, "add").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  for (let start = 0; start < STARTS; start += 1)
    expect(await startOnce()).toMatchObject({ items: [ITEM], list: [ROW] });
});

it("keeps both lists if the database cannot be read at one start", async () => {
  const broken = vi.spyOn(IDBObjectStore.prototype, "get").mockImplementationOnce(() => {
    throw new DOMException("broken", "UnknownError");
  });
  answer = (path) => (path === "/api/shopping-list" ? online(path) : offline());
  expect(await startOnce()).toMatchObject({ items: undefined, list: [ROW] });
  broken.mockRestore();
  answer = offline;
  expect(await startOnce()).toMatchObject({ items: [ITEM], list: [ROW] });
});

it("shows the server's response if it arrives before the disk is read", async () => {
  vi.resetModules();
  const { queryClient, startQueryCache } = await import("./query-client");
  const { keys } = await import("./queries");
  const restoring = startQueryCache();
  queryClient.setQueryData(keys.items, [{ ...ITEM, name: "Newer" }]);
  await restoring;
  expect(queryClient.getQueryData(keys.items)).toMatchObject([{ name: "Newer" }]);
  await hidePage();
  answer = offline;
  expect(await startOnce()).toMatchObject({ items: [{ name: "Newer" }], list: [ROW] });
});

it("keeps another tab's newer list when a tab that only read the older one is hidden", async () => {
  vi.resetModules();
  const { startQueryCache } = await import("./query-client");
  await startQueryCache();
  const { cacheStore } = await import("./cache-store");
  const newer = { queryKey: ["items"], state: { data: [{ ...ITEM, name: "Newer" }], dataUpdatedAt: 1 } };
  await cacheStore.write("u", Date.now(), [newer]);
  await hidePage();
  answer = offline;
  expect(await startOnce()).toMatchObject({ items: [{ name: "Newer" }], list: [ROW] });
});

it("shows nothing of what another tab has deleted, and does not store it again", async () => {
  vi.resetModules();
  const { queryClient, startQueryCache } = await import("./query-client");
  await startQueryCache();
  queryClient.setQueryData(["items"], [{ ...ITEM, name: "Deleted" }]);
  sessionStorage.setItem("larder.line.a", "{}");
  window.dispatchEvent(new StorageEvent("storage", { key: "larder.cleared", newValue: "1" }));
  expect(queryClient.getQueryData(["items"])).toEqual([]);
  expect(sessionStorage.getItem("larder.line.a")).toBeNull();
  await hidePage();
  expect(JSON.stringify(await values.get("query-cache:u"))).not.toContain("Deleted");
});
