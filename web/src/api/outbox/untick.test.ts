// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { signIn } from "../../../test/support/session";
import { newTab } from "./new-tab";

/** Tests unticking a row that another device may have changed. */
let sent: unknown[] = [];
let answer: (body: { isCompleted: boolean }) => Response;

beforeEach(() => {
  sent = [];
  signIn();
  vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body)) as { isCompleted: boolean };
    sent.push(body);
    return answer(body);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("sends the version that the tick made for an untick made offline", async () => {
  answer = ({ isCompleted }) => Response.json({ id: "x", isCompleted, version: isCompleted ? 8 : 9 });
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const outbox = await newTab();
  const tick = outbox.submit({ kind: "list.toggle", id: "x", isCompleted: true });
  const back = outbox.submit({ kind: "list.toggle", id: "x", isCompleted: false });
  const other = outbox.submit({ kind: "list.toggle", id: "y", isCompleted: false, version: 3 });
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  outbox.flush();
  await Promise.all([tick, back, other]);
  expect(sent).toEqual([{ isCompleted: true }, { isCompleted: false, version: 8 }, { isCompleted: false, version: 3 }]);
  await outbox.settled();
});

it("sends the version that an own edit made, and not that of another device", async () => {
  let others = 0;
  answer = ({ isCompleted }) => Response.json({ id: "x", isCompleted, version: isCompleted ? 8 : 9 + others });
  const expected = async (version: number) => {
    sent = [];
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const outbox = await newTab();
    const changes = [
      outbox.submit({ kind: "list.toggle", id: "x", isCompleted: true }),
      outbox.submit({ kind: "list.update", id: "x", fields: { quantity: 2 } }),
      outbox.submit({ kind: "list.toggle", id: "x", isCompleted: false }),
    ];
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
    outbox.flush();
    await Promise.all(changes);
    expect(sent).toEqual([{ isCompleted: true }, { quantity: 2 }, { isCompleted: false, version }]);
    await outbox.settled();
  };
  await expected(9);
  others = 1;
  await expected(8);
});

it("drops an untick as a conflict if another device was faster", async () => {
  answer = () => Response.json({ error: "changed_meanwhile", message: "It was changed meanwhile." }, { status: 409 });
  const outbox = await newTab();
  const settled = vi.fn();
  outbox.onSettled(settled);
  await expect(outbox.submit({ kind: "list.toggle", id: "x", isCompleted: false, version: 7 })).rejects.toThrow(
    "It was changed meanwhile.",
  );
  expect(settled).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ type: "conflict", error: expect.objectContaining({ code: "changed_meanwhile" }) }),
    true,
  );
  await outbox.settled();
  expect([outbox.pending(), outbox.failed(), (await newTab()).pending()]).toEqual([[], [], []]);
});

it("keeps a change of a larder that the device has left as failed", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const outbox = await newTab();
  void outbox.submit({ kind: "list.toggle", id: "x", isCompleted: true });
  await vi.waitFor(async () => expect((await newTab()).pending()).toHaveLength(1), 15_000);
  await outbox.markAllFailed(["u"], "left_behind");
  signIn("next", { heirOf: ["u"] });
  const next = await newTab();
  expect(next.pending()).toEqual([]);
  expect(next.failed()).toMatchObject([{ uid: "u", aside: { code: "left_behind" } }]);
  await next.discard(next.failed()[0]?.key ?? "");
});
