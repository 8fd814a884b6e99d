// @vitest-environment jsdom
import { QueryObserver } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { itemOf } from "../../test/support/rows";
import { signIn } from "../../test/support/session";
import { cacheStore } from "../api/cached/cache-store";
import { keys } from "../api/cached/queries";
import { queryClient } from "../api/cached/query-client";
import { clearAllData, signOutAndReset } from "../api/settings/account";
import { requestIfChanged } from "../api/client";
import { leaveLarder } from "../api/household/moves";
import { isLooker, storeRole } from "../api/household/role";
import { chosenPhotos, useChosenPhotos } from "../features/scan/chosen-photos";
import { auth } from "../lib/auth/auth";

const OF_DEVICE = { "larder.theme": "dark", "larder.language": "de", "larder.product-lookups": "[]" };
const OF_PERSON = {
  "larder.owner-name": "Anna",
  "larder.recipe-site": '{"id":"other","own":"https://rezepte.anna.example/{q}"}',
  "larder.shares": "[]",
  "larder.known-devices": "u a b",
  "larder.list-view": "list",
};
const deletedCaches = vi.fn(() => Promise.resolve(true));

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  for (const [key, value] of Object.entries({ ...OF_DEVICE, ...OF_PERSON })) localStorage.setItem(key, value);
  signIn();
  sessionStorage.setItem("larder.line.item", '{"name":"Mi"}');
  vi.stubGlobal("caches", { delete: deletedCaches.mockClear() });
  vi.stubGlobal("fetch", async (path: string) => {
    if (path.endsWith("signUp"))
      return Response.json({ localId: "new", idToken: "t-new", refreshToken: "r", expiresIn: "3600" });
    if (path === "/api/household")
      return Response.json({ devices: [{ id: "self", isThisDevice: true }, { id: "other" }], recoveryCode: null });
    return Response.json({});
  });
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  await auth.change(async () => undefined);
  storeRole("looker");
  chosenPhotos.add([new File(["a"], "receipt.jpg")]);
});
afterEach(() => queryClient.clear());

const keptKeys = () =>
  Object.keys(localStorage)
    .filter((key) => !["larder.session", "larder.locale"].includes(key))
    .sort();
const photos = () => renderHook(useChosenPhotos).result.current;

it.each([
  ["signing out", signOutAndReset],
  ["leaving a shared larder without a copy", () => leaveLarder({ copy: false })],
])("%s removes the browser's data of the person, and keeps the device's settings", async (_, end) => {
  await end();
  expect(keptKeys()).toEqual(Object.keys(OF_DEVICE).sort());
  expect(Object.keys(sessionStorage)).toEqual([]);
  expect(deletedCaches).toHaveBeenCalledWith("larder-shared");
  expect(photos()).toEqual([]);
  expect(isLooker()).toBe(false);
});

it("keeps the person's choices when leaving with a copy", async () => {
  await leaveLarder({ copy: true });
  expect(localStorage.getItem("larder.owner-name")).toBe("Anna");
  expect([isLooker(), localStorage.getItem("larder.role")]).toEqual([false, null]);
});

it("ignores the role in a late response of the earlier larder", async () => {
  const { fetch } = globalThis;
  let respond: (response: Response) => void = () => undefined;
  vi.stubGlobal("fetch", (path: string, init: RequestInit) =>
    path === "/api/items" ? new Promise<Response>((resolve) => (respond = resolve)) : fetch(path, init),
  );
  const late = requestIfChanged("/api/items");
  await leaveLarder({ copy: true });
  respond(Response.json([], { headers: { "Larder-Role": "looker" } }));
  await late;
  expect(isLooker()).toBe(false);
});

it("removes the browser's data of the person when clearing all data, and keeps the account", async () => {
  await clearAllData();
  expect(keptKeys()).toEqual(Object.keys(OF_DEVICE).sort());
  expect(auth.state().uid).toBe("u");
});

it("notifies the other tabs that all data was cleared, and stores no key for it", async () => {
  const set = vi.spyOn(Storage.prototype, "setItem");
  await clearAllData();
  expect(set.mock.calls.map(([key]) => key)).toContain("larder.cleared");
  expect(keptKeys()).not.toContain("larder.cleared");
});

it("leaves nothing of the deleted data in memory or on disk, and keeps the household", async () => {
  const cache = queryClient.getQueryCache();
  for (const queryKey of [
    ...[keys.items, keys.archived, keys.sessions, keys.session("s"), ["scan-sessions", "s", "receipt"]],
    ...[keys.shoppingList, keys.preferences, keys.statistics, keys.codes, keys.uploadLimit],
    ...[["calendar"], ["program-tokens"], ["receipt-picture", "s", "1"], ["a-later-query"]],
  ])
    queryClient.setQueryData(queryKey, [itemOf("Milk")]);
  queryClient.setQueryData(keys.household, { devices: [] });
  const fetchCalendar = vi.fn(() => Promise.resolve(null));
  const shown = new QueryObserver(queryClient, { queryKey: ["calendar"], queryFn: fetchCalendar, staleTime: Infinity });
  const unsubscribe = shown.subscribe(() => undefined);
  // The cache may be saved at any time.
  const save = async () => void (await cacheStore.write("u", Date.now(), cache.getAll()));
  const forget = cacheStore.forget;
  vi.spyOn(cacheStore, "forget").mockImplementation((uids) => forget(uids).then(save));
  await save();

  await clearAllData();
  const left = cache.getAll().map(({ queryKey, state: { data } }) => [queryKey, data]);
  expect(JSON.stringify(left)).not.toContain("Milk");
  expect(JSON.stringify(await cacheStore.read("u", Date.now()))).not.toContain("Milk");
  expect(queryClient.getQueryData(keys.items)).toEqual([]);
  expect(queryClient.getQueryData(keys.household)).toEqual({ devices: [] });
  expect(fetchCalendar).toHaveBeenCalledOnce();
  unsubscribe();
});
