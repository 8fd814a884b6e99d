import { expect, it, vi } from "vitest";
import { claim, signInWithCustomToken } from "./custom-token";

const now = Date.parse("2026-11-23T10:00:00.000Z");
const jwt = (payload: object) =>
  `x.${btoa(JSON.stringify(payload)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "")}.x`;

it("exchanges a custom token for tokens", async () => {
  const idToken = jwt({ sub: "theirs", device: "mine" });
  const fetched = vi.fn(async (_: string) =>
    Response.json({ kind: "k", idToken, refreshToken: "r2", expiresIn: "3600", isNewUser: false }),
  );
  vi.stubGlobal("fetch", fetched);
  expect(await signInWithCustomToken("c", () => now)).toEqual({
    uid: "theirs",
    idToken,
    refreshToken: "r2",
    expiresAt: now + 3_600_000,
  });
  expect(fetched.mock.calls.map(([url]) => url)).toEqual(["/identity/v1/accounts:signInWithCustomToken"]);
});

it("returns a claim, and nothing for what is no token", () => {
  const idToken = jwt({ sub: "theirs", device: "mine" });
  expect([claim(idToken, "device"), claim("mock", "device"), claim(undefined, "device")]).toEqual([
    "mine",
    undefined,
    undefined,
  ]);
});
