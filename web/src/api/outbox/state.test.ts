// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { signIn } from "../../../test/support/session";
import { ROW_VERSION, type QueuedChange } from "./rows";
import { stateOf, type Settled } from "./state";
import { newTab } from "./new-tab";

let answer: () => Response | Promise<Response>;

beforeEach(() => {
  signIn();
  vi.stubGlobal("fetch", () => answer());
});
afterEach(() => vi.unstubAllGlobals());

type Outbox = Awaited<ReturnType<typeof newTab>>;

/** The state of a change; undefined once it has left the outbox. */
function stateIn(outbox: Outbox, key: string) {
  const row = [...outbox.pending(), ...outbox.failed()].find((other) => other.key === key);
  return row && stateOf(row, outbox.isSending(key));
}

it("is queued without a network, sending, retrying, and gone once it was carried out", async () => {
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const outbox = await newTab();
  const done = outbox.submit({ kind: "list.toggle", id: "x", isCompleted: true }, "k");
  const type = () => stateIn(outbox, "k")?.type;
  expect(type()).toBe("queued");

  let respond: ((response: Response) => void) | undefined;
  answer = () => new Promise<Response>((resolve) => (respond = resolve));
  online.mockReturnValue(true);
  window.dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(respond).toBeDefined());
  expect(type()).toBe("sending");
  const busy = () => Response.json({ error: "unavailable", message: "Busy." }, { status: 503 });
  answer = busy;
  respond?.(busy());
  await vi.waitFor(() => expect(stateIn(outbox, "k")).toMatchObject({ type: "retrying" }), 5_000);

  answer = () => Response.json({});
  await done;
  await vi.waitFor(() => expect(type()).toBeUndefined());
}, 20_000);

it("is failed if the server refuses it, and a conflict if another device changed the row first", async () => {
  const outbox = await newTab();
  const settled = vi.fn<(settled: Settled) => void>();
  outbox.onSettled(settled);
  answer = () => Response.json({ error: "validation_failed", message: "Not that." }, { status: 422 });
  await expect(outbox.submit({ kind: "list.remove", id: "y" }, "failed")).rejects.toThrow("Not that.");
  expect(stateIn(outbox, "failed")).toMatchObject({ type: "failed", failure: { sentence: "Not that.", told: false } });
  answer = () => Response.json({ error: "changed_meanwhile", message: "Changed." }, { status: 409 });
  await expect(
    outbox.submit({ kind: "list.toggle", id: "z", isCompleted: false, version: 1 }, "conflict"),
  ).rejects.toThrow("Changed.");
  expect(settled.mock.calls.map(([{ type }]) => type)).toEqual(["refused", "conflict"]);
  await vi.waitFor(() => expect(stateIn(outbox, "conflict")).toBeUndefined());
  await outbox.discard("failed");
});

it("is read from rows that earlier versions stored", () => {
  const row: QueuedChange = { v: ROW_VERSION, key: "k", uid: "u", at: "", change: { kind: "list.remove", id: "x" } };
  const failure = { status: 422, told: true };
  expect(stateOf({ ...row, tries: 3, failedSince: 7, aside: failure }, false)).toEqual({ type: "failed", failure });
  expect(stateOf({ ...row, tries: 3, failedSince: 7, notBefore: 9 }, false)).toEqual({
    type: "retrying",
    tries: 3,
    since: 7,
    notBefore: 9,
  });
  expect(stateOf(row, true)).toEqual({ type: "sending" });
});
