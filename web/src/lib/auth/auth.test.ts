// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { storage } from "../storage";
import { Auth, isExpired, retryDelay } from "./auth";

const now = Date.parse("2026-11-21T10:00:00.000Z");
const tokens = (over: object = {}) => ({ uid: "u", idToken: "t", refreshToken: "r", expiresAt: now + 3_600_000, ...over });
const store = (over: object = {}) => storage.set("larder.session", JSON.stringify(tokens(over)));
let calls: string[] = [];

function answerWith(answer: (url: string) => Response) {
  vi.stubGlobal("fetch", async (url: string) => {
    calls.push(url);
    return answer(url);
  });
}

beforeEach(() => {
  calls = [];
  storage.remove("larder.session");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const signedUp = () => Response.json({ localId: "new", idToken: "t1", refreshToken: "r1", expiresIn: "3600" });
const refreshed = () => Response.json({ user_id: "u", id_token: "t2", access_token: "t2", refresh_token: "r2", expires_in: "3600" });

it("waits 30 s after the first failure and 960 s at most", () => expect([0, 1, 2, 3, 4, 5, 9].map(retryDelay)).toEqual([30, 60, 120, 240, 480, 960, 960].map((s) => s * 1000)));

it("counts a token as expired 30 s early", () => {
  expect(isExpired(tokens({ expiresAt: now + 30_001 }), now)).toBe(false);
  expect(isExpired(tokens({ expiresAt: now + 30_000 }), now)).toBe(true);
});

it("signs up by itself and remembers", async () => {
  answerWith(signedUp);
  const auth = new Auth(() => now);
  expect(auth.state().status).toBe("signing-in");
  expect(await auth.token()).toBe("t1");
  expect(auth.state()).toEqual({ status: "signed-in", uid: "new" });
  expect(new Auth(() => now).state()).toEqual({ status: "signed-in", uid: "new" });
});

it("takes one refresh for many askers", async () => {
  store({ expiresAt: now + 10_000 });
  answerWith(refreshed);
  const auth = new Auth(() => now);
  expect(await Promise.all([auth.token(), auth.token(), auth.token()])).toEqual(["t2", "t2", "t2"]);
  expect(calls).toEqual(["/identity/v1/token"]);
});

it("keeps a person's account when the provider is away", async () => {
  store({ expiresAt: now - 1 });
  answerWith(() => new Response("busy", { status: 503 }));
  const auth = new Auth(() => now);
  expect(await auth.token()).toBeNull();
  expect(auth.state()).toEqual({ status: "signed-in", uid: "u" });
});

it("works on without an account when sign-up is impossible", async () => {
  answerWith(() => {
    throw new TypeError("no network");
  });
  const auth = new Auth(() => now);
  expect(await auth.token()).toBeNull();
  expect(auth.state().status).toBe("unavailable");
});

it.each(["TOKEN_EXPIRED", "USER_DISABLED", "INVALID_REFRESH_TOKEN"])("starts a new account after %s and hands over what waits", async (code) => {
  store({ expiresAt: now - 1 });
  answerWith((url) => (url.endsWith("/token") ? Response.json({ error: { code: 400, message: code } }, { status: 400 }) : signedUp()));
  const auth = new Auth(() => now);
  const replaced = vi.fn();
  auth.onReplaced = replaced;
  expect(await auth.token()).toBe("t1");
  expect(replaced).toHaveBeenCalledExactlyOnceWith("u", "new");
});

it("tells of a replacement that happened before anybody listened, once", async () => {
  answerWith(signedUp);
  const auth = new Auth(() => now);
  await auth.token();
  const replaced = vi.fn();
  auth.onReplaced = replaced;
  auth.onReplaced = replaced;
  expect(replaced).toHaveBeenCalledExactlyOnceWith(null, "new");
});

it("asks for a new token when the API refuses the old one", async () => {
  store();
  answerWith(refreshed);
  const auth = new Auth(() => now);
  expect(await auth.token()).toBe("t");
  expect(await auth.token(true)).toBe("t2");
});

it("survives a damaged session", () => {
  storage.set("larder.session", "{not json");
  expect(new Auth(() => now).state().status).toBe("signing-in");
});
