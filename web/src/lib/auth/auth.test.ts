// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { storage } from "../browser/storage";
import { Auth, isExpired, retryDelay } from "./auth";
import { replacedAccount, writeSession } from "./session";

const now = Date.parse("2026-11-21T10:00:00.000Z");
const tokens = (over: object = {}) => ({
  uid: "u",
  idToken: "t",
  refreshToken: "r",
  expiresAt: now + 3_600_000,
  ...over,
});
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
  storage.remove("larder.replaced");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

const signedUp = () => Response.json({ localId: "new", idToken: "t1", refreshToken: "r1", expiresIn: "3600" });
const refreshed = () =>
  Response.json({ user_id: "u", id_token: "t2", access_token: "t2", refresh_token: "r2", expires_in: "3600" });

// First, because the accounts of other tests keep listening to the window.
it("defers the sign-in until the first request", async () => {
  answerWith(signedUp);
  const auth = new Auth(() => now);
  auth.start({ isDeferred: true });
  document.dispatchEvent(new Event("visibilitychange"));
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toEqual([]);
  expect(await auth.token()).toBe("t1");
});

it("waits 30 s after the first failure and 960 s at most", () =>
  expect([0, 1, 2, 3, 4, 5, 9].map(retryDelay)).toEqual([30, 60, 120, 240, 480, 960, 960].map((s) => s * 1000)));

it("counts a token as expired 30 s early", () => {
  expect(isExpired(tokens({ expiresAt: now + 30_001 }), now)).toBe(false);
  expect(isExpired(tokens({ expiresAt: now + 30_000 }), now)).toBe(true);
});

it("creates an account and stores it", async () => {
  answerWith(signedUp);
  const auth = new Auth(() => now);
  expect(auth.state().status).toBe("signing-in");
  expect(await auth.token()).toBe("t1");
  expect(auth.state()).toEqual({ status: "signed-in", uid: "new" });
  expect(new Auth(() => now).state()).toEqual({ status: "signed-in", uid: "new" });
});

it("refreshes once for several callers", async () => {
  store({ expiresAt: now + 10_000 });
  answerWith(refreshed);
  const auth = new Auth(() => now);
  expect(await Promise.all([auth.token(), auth.token(), auth.token()])).toEqual(["t2", "t2", "t2"]);
  expect(calls).toEqual(["/identity/v1/token"]);
});

it("keeps the account while the provider is unavailable", async () => {
  store({ expiresAt: now - 1 });
  answerWith(() => new Response("busy", { status: 503 }));
  const auth = new Auth(() => now);
  expect(await auth.token()).toBeNull();
  expect(auth.state()).toEqual({ status: "signed-in", uid: "u" });
});

it("is 'unavailable' without an account if sign-up fails", async () => {
  answerWith(() => {
    throw new TypeError("no network");
  });
  const auth = new Auth(() => now);
  expect(await auth.token()).toBeNull();
  expect(auth.state().status).toBe("unavailable");
});

it("asks an unavailable provider again only when the retry is due, or the user asks for it", async () => {
  answerWith(() => new Response("busy", { status: 503 }));
  let time = now;
  const auth = new Auth(() => time);
  const callsAfter = async (seconds: number) => {
    time += seconds * 1_000;
    expect([await auth.token(), await auth.token()]).toEqual([null, null]);
    return calls.length;
  };
  expect([await callsAfter(0), await callsAfter(29), await callsAfter(1)]).toEqual([1, 1, 2]);
  expect([await callsAfter(59), await callsAfter(1)]).toEqual([2, 3]);
  await auth.retry();
  expect(calls).toHaveLength(4);
  // Another tab has signed in.
  store({ expiresAt: time + 3_600_000 });
  expect(await auth.token()).toBe("t");
});

const refusal = (message: string, status = 400) => Response.json({ error: { code: status, message } }, { status });

it("is 'closed' if sign-up is closed, retries, and uses a stored account", async () => {
  answerWith(() => refusal("ADMIN_ONLY_OPERATION"));
  const auth = new Auth(() => now);
  expect(await auth.token()).toBeNull();
  expect(auth.state()).toEqual({ status: "closed", uid: null });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(calls).toHaveLength(2);
  store();
  expect(await new Auth(() => now).token()).toBe("t");
});

it.each(["USER_DISABLED", "USER_NOT_FOUND : gone"])(
  "creates a new account after %s, which owns waiting changes, and reports it",
  async (code) => {
    store({ expiresAt: now - 1, heirOf: ["earlier"] });
    answerWith((url) => (url.endsWith("/token") ? refusal(code) : signedUp()));
    const auth = new Auth(() => now);
    const onChange = vi.fn();
    auth.onAccountChange(onChange);
    expect(await auth.token()).toBe("t1");
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ previousUid: "u", reason: "replaced" });
    expect(["new", "u", "earlier", null, "stranger"].map((uid) => auth.owns(uid))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
    expect(replacedAccount.get()).toBe("u");
  },
);

describe.each(["TOKEN_EXPIRED", "INVALID_REFRESH_TOKEN : gone"])("after %s", (code) => {
  const signedOut = async () => {
    store({ expiresAt: now - 1 });
    answerWith((url) => (url.endsWith("/token") ? refusal(code) : signedUp()));
    const auth = new Auth(() => now);
    expect(await auth.token()).toBeNull();
    return auth;
  };

  it("is signed out, keeps the account, and creates none", async () => {
    const auth = await signedOut();
    expect(auth.state()).toEqual({ status: "signed-out", uid: "u" });
    expect([auth.owns("u"), replacedAccount.get()]).toEqual([true, null]);
    expect(await auth.token()).toBeNull();
    expect(await auth.token(true)).toBeNull();
    expect(calls).toEqual(["/identity/v1/token"]);
  });

  it("signs in again once the provider knows the token: at the next start, and within 16 minutes", async () => {
    for (const wait of [0, 960_000]) {
      const auth = await signedOut();
      const started = wait === 0 ? new Auth(() => now) : auth;
      if (wait > 0) started.start();
      await vi.advanceTimersByTimeAsync(1);
      expect(started.state().status).toBe("signed-out");
      answerWith(refreshed);
      if (wait === 0) started.start();
      await vi.advanceTimersByTimeAsync(wait);
      await vi.waitFor(() => expect(started.state()).toEqual({ status: "signed-in", uid: "u" }));
      expect(await started.token()).toBe("t2");
    }
  });

  it("creates a new account on request, which owns waiting changes", async () => {
    const auth = await signedOut();
    await auth.replace();
    expect(auth.state()).toEqual({ status: "signed-in", uid: "new" });
    expect([auth.owns("u"), auth.maySend("u"), replacedAccount.get()]).toEqual([true, true, "u"]);
  });
});

it("keeps the account of a removed device, and sends no further requests", async () => {
  store();
  answerWith((url) => (url.endsWith("/token") ? refusal("DEVICE_ENDED") : signedUp()));
  let clock = now;
  const auth = new Auth(() => clock);
  const onChange = vi.fn();
  auth.onAccountChange(onChange);
  expect(await auth.token(true)).toBeNull();
  expect(auth.state()).toEqual({ status: "removed", uid: "u" });
  expect([onChange.mock.calls.length, replacedAccount.get()]).toEqual([0, null]);
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

it("reads the session of a device that an earlier version knew as removed", () => {
  store({ ended: true });
  expect(new Auth(() => now).state()).toEqual({ status: "removed", uid: "u" });
});

it.each([
  ["a firewall's 403", () => new Response("<h1>Forbidden</h1>", { status: 403 })],
  ["a deployment's 404", () => Response.json({ error: "not_found", message: "No such route." }, { status: 404 })],
  ["a proxy's 401", () => Response.json({ error: "unauthenticated" }, { status: 401 })],
  ["an error code that says nothing about the account", () => refusal("INVALID_GRANT_TYPE")],
  ["a project's 403", () => refusal("PERMISSION_DENIED", 403)],
])("keeps the account after %s", async (_, answer) => {
  store({ expiresAt: now - 1 });
  answerWith((url) => (url.endsWith("/token") ? answer() : signedUp()));
  const auth = new Auth(() => now);
  expect(await auth.token()).toBeNull();
  expect(auth.state()).toEqual({ status: "signed-in", uid: "u" });
  expect(calls).toEqual(["/identity/v1/token"]);
  expect(replacedAccount.get()).toBeNull();
});

it("keeps the account if another tab has used the refresh token", async () => {
  store({ expiresAt: now - 1 });
  answerWith((url) => {
    if (!url.endsWith("/token")) return signedUp();
    store({ idToken: "t9", refreshToken: "r9" });
    return refusal("INVALID_REFRESH_TOKEN");
  });
  expect(await new Auth(() => now).token()).toBe("t9");
});

describe("another tab", () => {
  const elsewhere = (session: object | null) => {
    if (session) store(session);
    else localStorage.removeItem("larder.session");
    window.dispatchEvent(new StorageEvent("storage", { key: "larder.session" }));
  };
  const watched = () => {
    store();
    answerWith(signedUp);
    const auth = new Auth(() => now);
    const onChange = vi.fn();
    auth.onAccountChange(onChange);
    auth.start();
    return { auth, onChange };
  };

  it("signs out: this one drops the account", () => {
    const { auth, onChange } = watched();
    elsewhere(null);
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ previousUid: "u", reason: "signed-out" });
    expect(auth.state()).toEqual({ status: "signing-in", uid: null });
    expect(auth.owns("u")).toBe(false);
    elsewhere({ uid: "new" });
    expect(auth.state()).toEqual({ status: "signed-in", uid: "new" });
    expect(onChange).toHaveBeenCalledOnce();
  });

  it("replaces the account: waiting changes here belong to the new one", () => {
    const { auth, onChange } = watched();
    elsewhere({ uid: "new", heirOf: ["u"] });
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ previousUid: "u", reason: "replaced" });
    expect(auth.owns("u")).toBe(true);
  });

  it("refreshes: this one reports no change of account", () => {
    const { onChange } = watched();
    elsewhere({ idToken: "t2", refreshToken: "r2" });
    expect(onChange).not.toHaveBeenCalled();
  });
});

describe("signing out", () => {
  it("deletes the data of all accounts of the user, then creates a new one", async () => {
    store({ heirOf: ["earlier"] });
    answerWith((url) => (url.includes("accounts:delete") ? Response.json({}) : signedUp()));
    const auth = new Auth(() => now);
    const onChange = vi.fn();
    auth.onAccountChange(onChange);
    const forget = vi.fn(async () => undefined);
    await auth.signOutAndReset(forget);
    expect(forget).toHaveBeenCalledExactlyOnceWith(["u", "earlier"]);
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ previousUid: "u", reason: "signed-out" });
    expect(auth.state()).toEqual({ status: "signed-in", uid: "new" });
    expect(auth.owns("u")).toBe(false);
    expect(replacedAccount.get()).toBeNull();
  });

  it.each([
    ["an account that is already deleted", "USER_NOT_FOUND", true],
    ["a clock that is wrong", "TOKEN_EXPIRED", false],
  ])("succeeds only if the account is deleted: %s", async (_, code, done) => {
    store();
    answerWith((url) => (url.includes("accounts:delete") ? refusal(code) : signedUp()));
    const auth = new Auth(() => now);
    const forget = vi.fn(async () => undefined);
    const leaving = auth.signOutAndReset(forget);
    if (done) await leaving;
    else await expect(leaving).rejects.toThrow("could not be deleted");
    expect(forget).toHaveBeenCalledTimes(done ? 1 : 0);
    expect(auth.state().uid).toBe(done ? "new" : "u");
  });
});

it("refreshes a token that the API has refused", async () => {
  store();
  answerWith(refreshed);
  const auth = new Auth(() => now);
  expect(await auth.token()).toBe("t");
  expect(await auth.token(true)).toBe("t2");
});

it("ignores a damaged session", () => {
  storage.set("larder.session", "{not json");
  expect(new Auth(() => now).state().status).toBe("signing-in");
});
