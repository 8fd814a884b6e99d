// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { errorResponse } from "../../../test/support/requests";
import { signIn } from "../../../test/support/session";
import { auth } from "../../lib/auth/auth";
import { readSession } from "../../lib/auth/session";
import { outbox } from "../outbox/outbox";
import { enterLarder, leaveLarder, previewCopy } from "./moves";

const LATER = Date.now() + 3_600_000;
/** A larder's first device, whose token does not have its id yet. */
const FIRST = { id: "first", isThisDevice: true };
const OTHER = { id: "other", isThisDevice: false };
const theirs = { uid: "theirs", idToken: "t-theirs", refreshToken: "r", expiresAt: LATER };

let calls: string[] = [];
let household: { devices: object[]; recoveryCode: object | null };
/** The responses of other paths; an empty object by default. */
let responses: Record<string, unknown>;
let answerHousehold: () => Response;
let ending: () => Response;
let isSignUpClosed: boolean;

beforeEach(() => {
  calls = [];
  household = { devices: [FIRST, OTHER], recoveryCode: null };
  responses = {};
  answerHousehold = () => Response.json(household);
  ending = () => Response.json({ message: "ok" });
  isSignUpClosed = false;
  signIn("ours", { idToken: "t-ours" });
  vi.stubGlobal("fetch", async (path: string, { method = "GET", headers }: RequestInit) => {
    calls.push(`${method} ${path} ${new Headers(headers).get("Authorization") ?? ""}`.trim());
    if (path.endsWith("signUp") && isSignUpClosed)
      return Response.json({ error: { code: 400, message: "ADMIN_ONLY_OPERATION" } }, { status: 400 });
    if (path.endsWith("signUp"))
      return Response.json({ localId: "new", idToken: "t-new", refreshToken: "r", expiresIn: "3600" });
    if (path.includes("/devices/")) return ending();
    if (path === "/api/household") return answerHousehold();
    return Response.json(responses[path] ?? {});
  });
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  // Reads the session, as a new page does.
  return auth.change(async () => undefined).then(() => (calls = []));
});

const END = "DELETE /api/household/devices/first Bearer t-ours";

it("leaves the old larder to its other devices when joining another", async () => {
  await enterLarder(theirs, { copy: true });
  expect(readSession()?.uid).toBe("theirs");
  expect(calls).toContain(END);
});

it.each([true, false])(
  "never deletes the old larder, whose receipts and archive are not copied (copy: %s)",
  async (copy) => {
    household.devices = [];
    await enterLarder(theirs, { copy });
    expect(readSession()?.uid).toBe("theirs");
    expect(calls.filter((call) => call.includes("accounts:delete") || call === END)).toEqual([]);
  },
);

it.each([
  ["receipts", "/api/scan-sessions"],
  ["archived items", "/api/items/archived"],
])("shows what stays behind if nothing can be copied, but there are %s", async (_, path) => {
  const none = { items: 0, listItems: 0, corrections: 0, codes: 0 };
  responses = { "/api/household/bring": none, "/api/scan-sessions": [], "/api/items/archived": [] };
  expect(await previewCopy(theirs)).toBeNull();
  responses[path] = [{}];
  expect(await previewCopy(theirs)).toBe("history");
  expect(calls).toContain(`GET ${path} Bearer t-ours`);
});

it.each([
  ["entering another larder", () => enterLarder(theirs, { copy: true })],
  ["leaving", () => leaveLarder({ copy: true })],
])("stops the last device that may change things beside lookers before it copies data: %s", async (_, move) => {
  household.devices = [FIRST, { ...OTHER, role: "looker" }];
  await expect(move()).rejects.toMatchObject({ code: "last_member" });
  expect(readSession()?.uid).toBe("ours");
  expect(calls).toEqual(["GET /api/household Bearer t-ours"]);
});

it("enters no other larder if the server refuses to remove the device from its own", async () => {
  ending = () => errorResponse(409, "last_member");
  await expect(enterLarder(theirs, { copy: false })).rejects.toThrow("409");
  expect(readSession()?.uid).toBe("ours");
});

it("enters another larder after another device has removed this one from its own", async () => {
  answerHousehold = () => errorResponse(401, "device_ended");
  await enterLarder(theirs, { copy: false });
  expect(readSession()?.uid).toBe("theirs");
});

it("removes a device whose token does not have its id when it leaves", async () => {
  await leaveLarder({ copy: true });
  expect(readSession()?.uid).toBe("new");
  expect(calls).toContain(END);
});

it.each([
  [false, 0],
  [true, 1],
])("keeps failed changes when leaving with a copy only (copy: %s)", async (copy, shown) => {
  await outbox.start();
  const answered = fetch;
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) =>
    path.startsWith("/api/shopping-list")
      ? Response.json({ error: "validation_failed", message: "No." }, { status: 422 })
      : answered(path, init),
  );
  await expect(outbox.submit({ kind: "list.remove", id: "secret" })).rejects.toThrow("No.");
  expect(outbox.failed()).toHaveLength(1);
  await leaveLarder({ copy });
  expect(outbox.failed()).toHaveLength(shown);
  await outbox.forget(["ours", "new"]);
});

it("leaves without a larder of its own where sign-up is closed, unless that was to have a copy", async () => {
  isSignUpClosed = true;
  await expect(leaveLarder({ copy: true })).rejects.toThrow("ADMIN_ONLY_OPERATION");
  expect([readSession()?.uid, calls.includes(END)]).toEqual(["ours", false]);
  await leaveLarder({ copy: false });
  expect([readSession(), calls.includes(END)]).toEqual([null, true]);
  expect(auth.state().status).toBe("closed");
});

it.each<[string, () => Response]>([
  [
    "lost",
    () => {
      throw new TypeError("Failed to fetch");
    },
  ],
  ["a gateway's 504", () => new Response("Gateway Timeout", { status: 504 })],
])("keeps the new larder if the response to leaving is %s", async (_, answer) => {
  ending = answer;
  await leaveLarder({ copy: true });
  expect(readSession()).toMatchObject({ uid: "new", by: "left" });
});

it.each<[string, Response]>([
  ["was removed by the first request", errorResponse(401, "device_ended")],
  ["is not listed any more", errorResponse(404, "not_found")],
])("leaves if the repeated request finds that the device %s", async (_, repeated) => {
  const answers = [errorResponse(503, "unavailable"), repeated];
  ending = () => answers.shift() as Response;
  await leaveLarder({ copy: false });
  expect([readSession()?.uid, answers]).toEqual(["new", []]);
});

it.each([
  [false, "ours"],
  [true, "new"],
])("stays while the server is busy, unless data was copied (copy: %s)", async (copy, uid) => {
  ending = () => errorResponse(503, "unavailable");
  await leaveLarder({ copy }).catch(() => undefined);
  expect(readSession()?.uid).toBe(uid);
});

it("changes nothing if the server refuses to remove the device", async () => {
  ending = () =>
    Response.json({ error: "last_device", message: "This is the only device of the larder." }, { status: 409 });
  const getSubscription = async () => ({ endpoint: "https://push.example/a" });
  const getRegistration = async () => ({ pushManager: { getSubscription } });
  vi.stubGlobal("navigator", { ...navigator, serviceWorker: { getRegistration } });
  const markAllFailed = vi.spyOn(outbox, "markAllFailed");
  await expect(leaveLarder({ copy: true })).rejects.toThrow("409");
  expect(readSession()?.uid).toBe("ours");
  expect(markAllFailed).not.toHaveBeenCalled();
  expect(calls.filter((call) => call.includes("push-subscriptions"))).toEqual([]);
  ending = () => Response.json({});
  await leaveLarder({ copy: true });
  expect(markAllFailed).toHaveBeenCalled();
  expect(calls).toContain("DELETE /api/push-subscriptions Bearer t-ours");
});

it("keeps failed changes of earlier accounts when the same larder is entered again", async () => {
  signIn("ours", { idToken: "t-ours", heirOf: ["before"] });
  await enterLarder({ ...theirs, uid: "ours" }, { copy: true });
  expect(auth.owns("before")).toBe(true);
});
