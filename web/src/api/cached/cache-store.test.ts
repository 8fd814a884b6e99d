import { beforeEach, expect, it, vi } from "vitest";
import { itemOf } from "../../../test/support/rows";
import { values } from "../../lib/browser/database";
import { cacheStore } from "./cache-store";

const NOW = Date.parse("2026-11-21T10:00:00.000Z");
const item = itemOf("Milk", { id: "a" });
const query = (queryKey: readonly string[], data: unknown, dataUpdatedAt = NOW) => ({
  queryKey,
  state: { data, dataUpdatedAt },
});
const read = async (uid = "u") => (await cacheStore.read(uid, NOW)).map(({ queryKey }) => queryKey.join("/"));

beforeEach(() => cacheStore.forget(["u", "other"]));

it("stores and returns the responses of each account", async () => {
  await cacheStore.write("u", NOW, [
    query(["items"], [item]),
    query(["shopping-list"], []),
    query(["shared-list", "token"], {}),
    query(["statistics"], undefined),
  ]);
  expect(await cacheStore.read("u", NOW)).toEqual([
    { queryKey: ["items"], data: [item], updatedAt: NOW },
    { queryKey: ["shopping-list"], data: [], updatedAt: NOW },
  ]);
  expect(await read("other")).toEqual([]);
  await cacheStore.forget(["u"]);
  expect(await read()).toEqual([]);
});

it.each([
  ["an object instead of a list", { items: [item] }],
  ["items without required fields", [{ id: "a", title: "Milk" }]],
  ["an unknown status", [{ ...item, status: "mouldy" }]],
  ["nothing", null],
])("drops a response with an invalid shape and keeps the rest: %s", async (_, data) => {
  await cacheStore.write("u", NOW, [query(["items"], data), query(["scan-sessions", "s", "all-items"], [item])]);
  expect(await read()).toEqual(["scan-sessions/s/all-items"]);
});

it("keeps responses that a later write does not have, and the last of two, even if the clock was set back", async () => {
  await cacheStore.write("u", NOW, [query(["items"], [item]), query(["shopping-list"], [])]);
  await cacheStore.write("u", NOW, [query(["items"], [], NOW - 30 * 86_400_000), query(["shopping-list"], undefined)]);
  expect(await cacheStore.read("u", NOW)).toEqual([
    { queryKey: ["items"], data: [], updatedAt: NOW - 30 * 86_400_000 },
    { queryKey: ["shopping-list"], data: [], updatedAt: NOW },
  ]);
});

it("drops damaged and too old records", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  await cacheStore.write("u", NOW, [query(["items"], [item])]);
  const stored = (await values.get("query-cache:u")) as object;
  for (const other of [{ ...stored, queries: "none" }, "rubbish", { ...stored, savedAt: NOW - 91 * 86_400_000 }]) {
    await values.set("query-cache:u", other);
    expect(await read()).toEqual([]);
  }
  await values.set("query-cache:u", stored);
  expect(await read()).toEqual(["items"]);
});
