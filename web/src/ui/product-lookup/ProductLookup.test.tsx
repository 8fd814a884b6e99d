// @vitest-environment jsdom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { renderWithQueries } from "../../../test/support/render";
import { keys } from "../../api/cached/queries";
import type { LearntCode, Preferences } from "../../api/types";
import products from "../../lib/open-food-facts/fixtures/answers.json";
import { clearLookupCache } from "../../lib/open-food-facts/lookup";
import { ProductLookup, type ProductLookupProps } from "./ProductLookup";

const GTIN = "04388858946739";
const RICE = { name: "ja! Langkorn Spitzenreis", category: "Pantry Staples", size: { quantity: 400, unit: "g" } };

/** The server's present data. */
const server = vi.hoisted(() => ({
  codes: [] as LearntCode[],
  preferences: {} as Partial<Preferences>,
  fails: false,
  delay: 0,
}));
/** How often the server has sent the preferences. */
let preferencesSent = 0;
vi.mock("../../api/client", async (original) => ({
  ...(await original<typeof import("../../api/client")>()),
  request: () =>
    new Promise((resolve) =>
      setTimeout(() => {
        preferencesSent += 1;
        resolve(server.preferences);
      }, server.delay),
    ),
  requestIfChanged: () => (server.fails ? Promise.reject(new TypeError("offline")) : Promise.resolve(server.codes)),
}));

const fetched = vi.fn<typeof fetch>();
const respond = (body: unknown, status = 200) =>
  fetched.mockResolvedValue(new Response(JSON.stringify(body), { status }));

// React shows a lazy part up to 300 ms after it has been loaded, but only the first time.
beforeAll(async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  server.preferences = {};
  show();
  await screen.findByText(/cannot be reached/);
  cleanup();
});
beforeEach(() => {
  fetched.mockReset();
  preferencesSent = 0;
  vi.stubGlobal("fetch", fetched);
  Object.assign(server, { codes: [], preferences: {}, fails: false, delay: 0 });
  localStorage.clear();
  clearLookupCache();
});

function show(
  preferences: Partial<Preferences> = { productLookup: true, productLookupAllowed: true },
  onFound: ProductLookupProps["onFound"] = () => true,
  storedCodes?: readonly LearntCode[],
) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  client.setQueryData(keys.preferences, { pushNotificationsEnabled: true, notificationTime: "09:00", ...preferences });
  server.preferences = { ...preferences, ...server.preferences };
  if (storedCodes) client.setQueryData(keys.codes, storedCodes);
  return renderWithQueries(<ProductLookup gtin={GTIN} onFound={onFound} />, client);
}
/** Waits for the turns of the event loop in which a request would be sent that must not be. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 15; turn += 1) await new Promise((resolve) => setTimeout(resolve));
}

it.each<[string, Partial<Preferences>]>([
  ["neither", {}],
  ["only the operator", { productLookupAllowed: true }],
  ["the household has switched it off", { productLookupAllowed: true, productLookup: false }],
  ["only the household", { productLookup: true }],
])("sends no request and shows nothing: %s", async (_, preferences) => {
  const { container } = show(preferences);
  await settle();
  expect(container.innerHTML).toBe("");
  expect(fetched).not.toHaveBeenCalled();
});

it("sends no request after another device has turned it off", async () => {
  server.preferences = { productLookup: false };
  server.delay = 20;
  const { container } = show();
  await waitFor(() => expect(preferencesSent).toBe(1));
  await settle();
  expect(container.innerHTML).toBe("");
  expect(fetched).not.toHaveBeenCalled();
});

it("replaces a typed name only on a tap", async () => {
  respond(products["4388858946739"]);
  const onFound = vi.fn((_: unknown, replace?: boolean) => replace === true);
  show(undefined, onFound);
  expect(await screen.findByText("Open Food Facts: ja! Langkorn Spitzenreis")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Use this name" }));
  expect(onFound).toHaveBeenLastCalledWith(expect.objectContaining(RICE), true);
  expect(await screen.findByText("Filled in for you. Please check it.")).toBeTruthy();
});

it("shows hostile text as text", async () => {
  const name = '<img src=x onerror="alert(1)">';
  respond({ code: "4388858946739", status: 1, product: { product_name: name } });
  const { container } = show(undefined, () => false);
  expect(await screen.findByText(`Open Food Facts: ${name}`)).toBeTruthy();
  expect(container.querySelector("img")).toBeNull();
});

it("waits for names that other devices have added", async () => {
  server.codes = [{ code: GTIN, name: "Our rice", category: "Pantry", unit: "bag" }];
  const onFound = vi.fn(() => true);
  show(undefined, onFound, []);
  await waitFor(() => expect(onFound).toHaveBeenCalled());
  await settle();
  expect(onFound).toHaveBeenCalledExactlyOnceWith({ name: "Our rice", title: "Our rice", category: "Pantry" });
  expect(fetched).not.toHaveBeenCalled();
});

it("sends no request while the household's names cannot be loaded", async () => {
  server.fails = true;
  show();
  await settle();
  expect(fetched).not.toHaveBeenCalled();
});

it("sends no request offline", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  show();
  await settle();
  expect(fetched).not.toHaveBeenCalled();
});

it.each<[string, () => void, RegExp, boolean]>([
  ["not found", () => respond(products["12345678"], 404), /doesn't know this barcode\. Type the name/, false],
  ["429", () => respond("", 429), /15 barcodes a minute\. Type the name/, true],
  ["500", () => respond("", 500), /Larder cannot use\. Type the name/, true],
  ["HTML", () => fetched.mockResolvedValue(new Response("<html>")), /Larder cannot use\. Type the name/, true],
  ["no network", () => fetched.mockRejectedValue(new TypeError("x")), /cannot be reached\. Type the name/, true],
])("shows a message, changes nothing and does not retry: %s", async (_, serve, sentence, again) => {
  serve();
  const onFound = vi.fn(() => true);
  show(undefined, onFound);
  expect((await screen.findByText(sentence)).closest("[role=status]")).not.toBeNull();
  expect(screen.queryByRole("button", { name: "Try Again" }) !== null).toBe(again);
  await settle();
  expect(onFound).not.toHaveBeenCalled();
  expect(fetched).toHaveBeenCalledTimes(1);
});

it("retries on a tap", async () => {
  respond("", 500);
  show();
  const retry = await screen.findByRole("button", { name: "Try Again" });
  respond(products["4388858946739"]);
  fireEvent.click(retry);
  expect(await screen.findByText("Filled in for you. Please check it.")).toBeTruthy();
  expect(fetched).toHaveBeenCalledTimes(2);
});
