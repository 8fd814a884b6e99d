// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { signIn } from "../../../test/support/session";
import { storage } from "../browser/storage";
import { Auth } from "./auth";
import { claim, signInWithCustomToken } from "./custom-token";
import { replacedAccount, writeSession } from "./session";

const now = Date.parse("2026-11-23T10:00:00.000Z");
const store = () => signIn("u", { expiresAt: now + 3_600_000 });
const jwt = (payload: object) =>
  `x.${btoa(JSON.stringify(payload)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "")}.x`;
let calls: string[] = [];
const answerWith = (answer: (url: string) => Response) =>
  vi.stubGlobal("fetch", async (url: string) => {
    calls.push(url);
    return answer(url);
  });
const refusal = (message: string) => Response.json({ error: { code: 400, message } }, { status: 400 });
const signedUp = () => Response.json({ localId: "new", idToken: "t1", refreshToken: "r1", expiresIn: "3600" });

beforeEach(() => {
  calls = [];
  storage.remove("larder.session");
  storage.remove("larder.replaced");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

it("keeps the account of a removed device, and sends no further requests", async () => {
  store();
  answerWith((url) => (url.endsWith("/token") ? refusal("DEVICE_ENDED") : signedUp()));
  let clock = now;
  const auth = new Auth(() => clock);
  const left = vi.fn();
  auth.onAccountChange(left);
  expect(await auth.token(true)).toBeNull();
  expect(auth.state()).toEqual({ status: "removed", uid: "u" });
  expect([left.mock.calls.length, replacedAccount.get()]).toEqual([0, null]);
  expect(await auth.token()).toBeNull();
  clock += 2 * 3_600_000;
  expect(await auth.token()).toBeNull();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toEqual(["/identity/v1/token"]);
  // Also after a reload, and waiting changes still belong to the user.
  const again = new Auth(() => now);
  expect(again.state()).toEqual({ status: "removed", uid: "u" });
  expect(again.owns("u")).toBe(true);
});

it.each(["linked", "left"] as const)(
  "reports a change of larder as %s to every tab, and replaces no account",
  async (by) => {
    store();
    answerWith(signedUp);
    const here = new Auth(() => now);
    const there = new Auth(() => now);
    const [onChangeHere, onChangeThere] = [vi.fn(), vi.fn()];
    here.onAccountChange(onChangeHere);
    there.onAccountChange(onChangeThere);
    there.start();
    await here.change(async () =>
      writeSession({
        uid: "theirs",
        idToken: "t2",
        refreshToken: "r2",
        expiresAt: now + 3_600_000,
        previousUids: [],
        by,
      }),
    );
    window.dispatchEvent(new StorageEvent("storage", { key: "larder.session" }));
    expect(onChangeHere).toHaveBeenCalledExactlyOnceWith({ previousUid: "u", reason: by });
    expect(onChangeThere).toHaveBeenCalledExactlyOnceWith({ previousUid: "u", reason: by });
    expect(await here.token()).toBe("t2");
    expect([here.owns("u"), replacedAccount.get(), calls]).toEqual([false, null, []]);
  },
);

it("defers the sign-in until the first request", async () => {
  answerWith(signedUp);
  const auth = new Auth(() => now);
  auth.start({ isDeferred: true });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(calls).toEqual([]);
  expect(await auth.token()).toBe("t1");
});

it("exchanges a custom token for tokens", async () => {
  const idToken = jwt({ sub: "theirs", device: "mine" });
  answerWith(() => Response.json({ kind: "k", idToken, refreshToken: "r2", expiresIn: "3600", isNewUser: false }));
  expect(await signInWithCustomToken("c", () => now)).toEqual({
    uid: "theirs",
    idToken,
    refreshToken: "r2",
    expiresAt: now + 3_600_000,
  });
  expect(calls).toEqual(["/identity/v1/accounts:signInWithCustomToken"]);
  expect([claim(idToken, "device"), claim("mock", "device"), claim(undefined, "device")]).toEqual([
    "mine",
    undefined,
    undefined,
  ]);
});
