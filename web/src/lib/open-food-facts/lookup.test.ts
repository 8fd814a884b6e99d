// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { clearLookupCache, lookUp, lookupCode } from "./lookup";
import { countRequest } from "./rate-limit";

const CODE = "4388858946739";
const FOUND = {
  code: CODE,
  status: 1,
  status_verbose: "product found",
  product: { product_name_de: "Langkorn Spitzenreis", brands: "ja!", quantity: "400g" },
};
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const never = new AbortController().signal;
const ask = (code = CODE) => lookUp(code, "de", never);
const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal("fetch", fetched);
  localStorage.clear();
  clearLookupCache();
});

it("sends requests to one host, without credentials, referrer or redirects", async () => {
  fetched.mockResolvedValue(json(FOUND));
  expect(await ask()).toEqual({
    kind: "found",
    product: {
      name: "ja! Langkorn Spitzenreis",
      title: "Langkorn Spitzenreis",
      size: { quantity: 400, unit: "g" },
    },
  });
  const [address, options] = fetched.mock.calls[0] ?? [];
  const url = new URL(address as string);
  expect(url.origin + url.pathname).toBe(`https://world.openfoodfacts.org/api/v2/product/${CODE}.json`);
  expect([...url.searchParams.keys()]).toEqual(["fields", "app_name", "app_version"]);
  expect(url.searchParams.get("app_name")).toBe("Larder");
  expect(url.searchParams.get("app_version")).toMatch(/^\d+\.\d+\.\d+$/);
  expect(options).toMatchObject({ credentials: "omit", referrerPolicy: "no-referrer", redirect: "error" });
  // A header would need a preflight request.
  expect(options).not.toHaveProperty("headers");
});

it("looks up the same code once", async () => {
  fetched.mockImplementation(() => Promise.resolve(json(FOUND)));
  await ask();
  await ask();
  expect(fetched).toHaveBeenCalledTimes(1);
  await lookUp(CODE, "fr", never);
  expect(fetched).toHaveBeenCalledTimes(2);
});

it.each([
  ["not found", () => json({ code: CODE, status: 0, status_verbose: "product not found" }, 404)],
  ["an invalid code", () => json({ code: CODE, status: 0, status_verbose: "no code or invalid code" })],
  [
    "a product of another kind",
    () => json({ code: CODE, status: 0, status_verbose: "product found with a different product type: beauty" }, 404),
  ],
  ["no name", () => json({ code: CODE, status: 1, product: { brands: "ja!" } })],
])("returns 'unknown' for %s", async (_, response) => {
  fetched.mockResolvedValue(response());
  expect(await ask()).toEqual({ kind: "unknown" });
});

it.each([
  ["HTML", () => new Response("<!DOCTYPE html><title>Page temporarily unavailable</title>")],
  ["a 404 page", () => new Response("<h1>404</h1>", { status: 404 })],
  ["an error", () => new Response("Internal Server Error", { status: 500 })],
  ["an error with an answer", () => json(FOUND, 500)],
  ["a refusal", () => new Response("Forbidden", { status: 403 })],
  ["nothing", () => new Response(null)],
  ["half an answer", () => new Response(JSON.stringify(FOUND).slice(0, 60))],
  ["another product", () => json({ ...FOUND, code: "3017620422003" })],
])("returns 'unreadable' for %s, and does not retry", async (_, response) => {
  fetched.mockResolvedValue(response());
  expect(await ask()).toEqual({ kind: "failed", reason: "unreadable" });
  expect(fetched).toHaveBeenCalledTimes(1);
});

it("stops downloading an answer of 10 MB", async () => {
  let sent = 0;
  const cancel = vi.fn();
  const chunk = new Uint8Array(64 * 1024).fill(32);
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += chunk.byteLength;
      if (sent > 10_000_000) controller.close();
      else controller.enqueue(chunk);
    },
    cancel,
  });
  fetched.mockResolvedValue(new Response(body));
  expect(await ask()).toEqual({ kind: "failed", reason: "unreadable" });
  expect(cancel).toHaveBeenCalled();
  expect(sent).toBeLessThan(500_000);
});

it.each([429, 503])("sends no request for a minute after %d", async (status) => {
  vi.useFakeTimers({ toFake: ["Date"] });
  fetched.mockImplementation(() => Promise.resolve(new Response("<html>", { status })));
  expect(await ask()).toEqual({ kind: "failed", reason: "limit" });
  expect(await ask()).toEqual({ kind: "failed", reason: "limit" });
  expect(fetched).toHaveBeenCalledTimes(1);
  vi.setSystemTime(Date.now() + 61_000);
  fetched.mockResolvedValue(json(FOUND));
  expect(await ask()).toMatchObject({ kind: "found" });
});

it("sends at most 15 requests a minute", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  fetched.mockImplementation(() => Promise.resolve(json({ status: 0 }, 404)));
  const kinds: string[] = [];
  for (let n = 0; n < 17; n += 1) kinds.push((await ask(String(10_000_000 + n))).kind);
  expect(kinds.filter((kind) => kind === "unknown")).toHaveLength(15);
  expect(fetched).toHaveBeenCalledTimes(15);
  vi.setSystemTime(Date.now() + 60_000);
  expect(await ask("20000000")).toEqual({ kind: "unknown" });
});

it("counts across tabs, ignores damaged counts and a clock that was set back", () => {
  localStorage.setItem("larder.product-lookups", "not json");
  expect(countRequest(1_000_000)).toBe(true);
  localStorage.setItem("larder.product-lookups", JSON.stringify(Array(15).fill(9_000_000)));
  expect(countRequest(1_000_000)).toBe(true);
  localStorage.setItem("larder.product-lookups", JSON.stringify(Array(15).fill(999_999)));
  expect(countRequest(1_000_000)).toBe(false);
});

it("returns 'slow' after a timeout", async () => {
  const timeout = new AbortController();
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    expect(ms).toBe(5_000);
    return timeout.signal;
  });
  fetched.mockImplementation(
    (_, options) =>
      new Promise((_resolve, reject) => {
        options?.signal?.addEventListener("abort", () => reject(new DOMException("", "TimeoutError")));
      }),
  );
  const result = ask();
  timeout.abort(new DOMException("", "TimeoutError"));
  expect(await result).toEqual({ kind: "failed", reason: "slow" });
  expect(fetched).toHaveBeenCalledTimes(1);
});

it("returns 'unreachable' if the request fails", async () => {
  fetched.mockRejectedValue(new TypeError("Failed to fetch"));
  expect(await ask()).toEqual({ kind: "failed", reason: "unreachable" });
  expect(fetched).toHaveBeenCalledTimes(1);
});

it("rejects only if the form is closed", async () => {
  const leaving = new AbortController();
  fetched.mockImplementation(
    (_, options) =>
      new Promise((_resolve, reject) => {
        options?.signal?.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
      }),
  );
  const result = lookUp(CODE, "de", leaving.signal);
  leaving.abort();
  await expect(result).rejects.toThrow();
});

it.each([
  ["04006381333931", "4006381333931"],
  ["00000096385074", "96385074"],
  ["00012345678905", "0012345678905"],
  ["14006381333938", null],
  ["4006381333931", null],
  ["../../evil", null],
])("looks up %s as %s", (gtin, code) => expect(lookupCode(gtin)).toBe(code));
