// @vitest-environment jsdom
import { IDBFactory } from "fake-indexeddb";
import { beforeEach, expect, it, vi } from "vitest";

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("indexedDB", new IDBFactory());
});

it("rejects if the database never opens, and opens it again at the next use", async () => {
  const { values } = await import("./database");
  const real = indexedDB;
  vi.useFakeTimers();
  vi.stubGlobal("indexedDB", { open: () => ({}) });
  const waiting = expect(values.set("a", 1)).rejects.toThrow("does not answer");
  await vi.advanceTimersByTimeAsync(5_000);
  await waiting;
  vi.useRealTimers();
  vi.stubGlobal("indexedDB", real);
  await values.set("a", 2);
  expect(await values.get("a")).toBe(2);
});

it("closes a database that opens too late", async () => {
  const { values } = await import("./database");
  vi.useFakeTimers();
  const request: { onsuccess?: () => void; result: { close: () => void } } = { result: { close: vi.fn() } };
  vi.stubGlobal("indexedDB", { open: () => request });
  const waiting = expect(values.get("a")).rejects.toThrow("does not answer");
  await vi.advanceTimersByTimeAsync(5_000);
  await waiting;
  request.onsuccess?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(request.result.close).toHaveBeenCalledOnce();
});

it("aborts a transaction that never ends", async () => {
  const { values } = await import("./database");
  await values.set("a", 1);
  const abort = vi.fn();
  const transaction = { objectStore: () => ({ put: () => ({}) }), commit: () => undefined, abort };
  const database = vi
    .spyOn(IDBDatabase.prototype, "transaction")
    .mockReturnValue(transaction as unknown as IDBTransaction);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const waiting = expect(values.set("a", 2)).rejects.toThrow("does not answer");
  await vi.advanceTimersByTimeAsync(5_000);
  await waiting;
  expect(abort).toHaveBeenCalledOnce();
  vi.useRealTimers();
  database.mockRestore();
  expect(await values.get("a")).toBe(1);
});

it("reopens a connection once that the system closed without an event", async () => {
  const { values } = await import("./database");
  await values.set("a", 1);
  const begin = IDBDatabase.prototype.transaction;
  const closed = new Set<IDBDatabase>();
  vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(function (this: IDBDatabase, ...given) {
    if (closed.size === 0) closed.add(this);
    if (closed.has(this)) throw new DOMException("The database connection is closing.", "InvalidStateError");
    return begin.apply(this, given);
  });
  const open = vi.spyOn(indexedDB, "open");
  expect(await Promise.all([values.get("a"), values.get("a"), values.get("a")])).toEqual([1, 1, 1]);
  expect(open).toHaveBeenCalledOnce();
});

it("aborts transactions that are not committed when the user leaves the page", async () => {
  const { inStore, values } = await import("./database");
  await values.set("a", 1);
  let begun: () => void = () => undefined;
  const reading = new Promise<void>((resolve) => (begun = resolve));
  const written = inStore("values", "readwrite", (store) => {
    const request = store.put(2, "b");
    store.transaction.commit();
    return request;
  });
  const given = expect(values.update("a", (value) => (value as number) + 1)).rejects.toThrow();
  const last = inStore("values", "readwrite", (store) => {
    begun();
    return store.put(3, "c");
  });
  const refused = [given, expect(last).rejects.toThrow()];
  await reading;
  dispatchEvent(new Event("pagehide"));
  await Promise.all([written, ...refused, expect(values.get("b")).rejects.toThrow("left")]);
  dispatchEvent(new Event("pageshow"));
  expect([await values.get("a"), await values.get("b"), await values.get("c")]).toEqual([1, 2, undefined]);
});
