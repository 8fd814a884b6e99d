// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { signIn } from "../../../test/support/session";
import { auth } from "../../lib/auth/auth";
import { readSession } from "../../lib/auth/session";
import { enterLarder, leaveLarder } from "./moves";
import { storeRole } from "./role";

const LATER = Date.now() + 3_600_000;
/** A larder's first device, whose token does not have its id yet. */
const FIRST = { id: "first", isThisDevice: true };
const OTHER = { id: "other", isThisDevice: false };
const theirs = { uid: "theirs", idToken: "t-theirs", refreshToken: "r", expiresAt: LATER };

let calls: string[] = [];
let household: { devices: object[]; recoveryCode: object | null };
let ending: () => Response;

beforeEach(() => {
  calls = [];
  household = { devices: [FIRST, OTHER], recoveryCode: null };
  ending = () => Response.json({ message: "ok" });
  signIn("ours", { idToken: "t-ours" });
  vi.stubGlobal("fetch", async (path: string, { method = "GET", headers }: RequestInit) => {
    calls.push(`${method} ${path} ${new Headers(headers).get("Authorization") ?? ""}`.trim());
    if (path.endsWith("signUp"))
      return Response.json({ localId: "new", idToken: "t-new", refreshToken: "r", expiresIn: "3600" });
    if (path.includes("/devices/")) return ending();
    return Response.json(path === "/api/household" ? household : {});
  });
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  // Reads the session, as a new page does.
  return auth.change(async () => undefined).then(() => (calls = []));
});

const END = "DELETE /api/household/devices/first Bearer t-ours";
const DELETE = "POST /identity/v1/accounts:delete";

it("leaves the old larder to its other devices when joining another", async () => {
  await enterLarder(theirs, { copy: "all" });
  expect(readSession()?.uid).toBe("theirs");
  expect(calls).toContain(END);
  expect(calls).not.toContain(DELETE);
});

it("deletes a larder whose only device leaves with a copy", async () => {
  household = { devices: [], recoveryCode: null };
  await enterLarder(theirs, { copy: "all" });
  expect(calls).toContain(DELETE);
});

it.each([
  ["a recovery code opens it", { devices: [FIRST], recoveryCode: {} }, "all"],
  ["its data was not copied", { devices: [], recoveryCode: null }, "none"],
] as const)("keeps the old larder if %s", async (_, old, copy) => {
  household = { devices: [...old.devices], recoveryCode: old.recoveryCode };
  await enterLarder(theirs, { copy });
  expect(calls.filter((call) => call === DELETE || call === END)).toEqual([]);
});

it("keeps the old larder of a device that may only look and tick, whose data cannot be copied", async () => {
  household = { devices: [], recoveryCode: null };
  storeRole("looker");
  await enterLarder(theirs, { copy: "no-data" });
  expect(readSession()?.uid).toBe("theirs");
  expect(calls).not.toContain(DELETE);
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
  const { outbox } = await import("../outbox/outbox");
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

it("keeps the new larder if the response to leaving is lost", async () => {
  ending = () => {
    throw new TypeError("Failed to fetch");
  };
  await leaveLarder({ copy: true });
  expect(readSession()).toMatchObject({ uid: "new", by: "left" });
});

it("changes nothing if the server refuses to remove the device", async () => {
  ending = () =>
    Response.json({ error: "last_device", message: "This is the only device of the larder." }, { status: 409 });
  await expect(leaveLarder({ copy: true })).rejects.toThrow("409");
  expect(readSession()?.uid).toBe("ours");
});

it("keeps failed changes of earlier accounts when the same larder is entered again", async () => {
  signIn("ours", { idToken: "t-ours", heirOf: ["before"] });
  await enterLarder({ ...theirs, uid: "ours" }, { copy: "all" });
  expect(auth.owns("before")).toBe(true);
});
