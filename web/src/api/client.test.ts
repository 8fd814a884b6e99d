// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { auth } from "../lib/auth/auth";
import { pollInterval } from "./cached/poll-interval";
import { ApiError, NetworkError, NoTokenError, request, requestIfChanged } from "./client";

beforeEach(() => {
  vi.spyOn(auth, "token").mockResolvedValue("t");
});

it("throws '{status}: {text}' with the parsed JSON for a response that is not OK", async () => {
  const text = '{"error":"validation_failed","message":"No.","field":"name"}';
  vi.stubGlobal("fetch", async () => new Response(text, { status: 422, headers: { "Retry-After": "7" } }));
  const error = await request("/api/items").catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    message: `422: ${text}`,
    status: 422,
    body: { error: "validation_failed", message: "No.", field: "name" },
    code: "validation_failed",
    sentence: "No.",
    field: "name",
    retryAfterSeconds: 7,
  });
});

it("waits at most an hour for a server or proxy that names a later time", async () => {
  vi.stubGlobal("fetch", async () => new Response("", { status: 503, headers: { "Retry-After": "99999999999" } }));
  await expect(request("/api/items")).rejects.toMatchObject({ retryAfterSeconds: 3_600 });
});

it.each([
  ["a proxy's 404", () => new Response("404 page not found", { status: 404 }), NetworkError],
  ["a firewall's 403", () => Response.json({ message: "Forbidden" }, { status: 403 }), NetworkError],
  ["a proxy's limit of a body", () => new Response("<h1>413</h1>", { status: 413 }), ApiError],
  ["a busy proxy", () => new Response("<h1>429</h1>", { status: 429 }), ApiError],
  ["a broken proxy", () => new Response("<h1>502</h1>", { status: 502 }), ApiError],
])("takes only Larder's own answer for a refusal: %s", async (_, answer, expected) => {
  vi.stubGlobal("fetch", async () => answer());
  await expect(request("/api/items")).rejects.toBeInstanceOf(expected);
});

it("throws 'No authentication token' without a token, and sends nothing", async () => {
  vi.spyOn(auth, "token").mockResolvedValue(null);
  const fetch = vi.fn();
  vi.stubGlobal("fetch", fetch);
  await expect(request("/api/items", { method: "POST", body: {} })).rejects.toThrow(new NoTokenError());
  await expect(request("/api/items", { method: "POST", body: {} })).rejects.toThrow("No authentication token");
  expect(fetch).not.toHaveBeenCalled();
});

it("sends the token unless authentication is 'none'", async () => {
  const sent: RequestInit[] = [];
  vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
    sent.push(init);
    return Response.json([]);
  });
  await request("/api/items");
  await request("/api/shared-list/x", { authentication: "none" });
  expect(sent).toMatchObject([
    { credentials: "include", headers: { Authorization: "Bearer t" } },
    { credentials: "include" },
  ]);
  expect(sent[1]?.headers).not.toHaveProperty("Authorization");
});

it("times out after 30 s, or after the given time", async () => {
  const timeout = vi.spyOn(AbortSignal, "timeout");
  const signals: unknown[] = [];
  vi.stubGlobal("fetch", async (_: string, { signal }: RequestInit) => {
    signals.push(signal);
    return Response.json([]);
  });
  await request("/api/items");
  await request("/api/extract", { timeoutMs: 60_000 });
  expect(timeout.mock.calls).toEqual([[30_000], [60_000]]);
  expect(signals.map((signal, index) => signal === timeout.mock.results[index]?.value)).toEqual([true, true]);
});

it("throws a NetworkError for an unreachable server and a response that is not JSON", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await expect(request("/api/items")).rejects.toBeInstanceOf(NetworkError);
  for (const text of ["<html>", ""]) {
    vi.stubGlobal("fetch", async () => new Response(text));
    await expect(request("/api/items")).rejects.toBeInstanceOf(NetworkError);
  }
});

it("sends the ETag of a polled list, takes an unchanged one from the cache, and stores the poll interval", async () => {
  let answer: () => Response;
  const etags: (string | null)[] = [];
  vi.stubGlobal("fetch", async (_: string, { headers }: RequestInit) => {
    etags.push(new Headers(headers).get("If-None-Match"));
    return answer();
  });
  answer = () => Response.json([{ id: "a" }], { headers: { ETag: 'W/"1"', "Larder-Poll": "20" } });
  const first = await requestIfChanged("/api/shopping-list");
  expect(pollInterval.get()).toBe(20);
  answer = () => new Response(null, { status: 304, headers: { "Larder-Poll": "2" } });
  expect(await requestIfChanged("/api/shopping-list")).toBe(first);
  expect([etags, pollInterval.get()]).toEqual([[null, 'W/"1"'], 2]);
  answer = () => Response.json([]);
  await requestIfChanged("/api/shopping-list");
  expect(pollInterval.get()).toBe(0);
});
