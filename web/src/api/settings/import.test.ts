// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { auth } from "../../lib/auth/auth";
import { ApiError, NetworkError } from "../client";
import { importFile, undoImport } from "./import";

type Answer = () => Response | Promise<never>;
const lost: Answer = () => Promise.reject(new TypeError("Failed to fetch"));
const busy: Answer = () => Response.json({ error: "unavailable" }, { status: 503 });
const refused: Answer = () => Response.json({ error: "forbidden" }, { status: 403 });
const job =
  (finished: boolean): Answer =>
  () =>
    Response.json({ last: { finished } });
const started: Answer = () => Response.json({ itemCount: 1_500, listItemCount: 0 });

let polls: Answer[];
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(auth, "token").mockResolvedValue("t");
  vi.stubGlobal("fetch", async (_: string, { method }: RequestInit) =>
    (method === "GET" ? (polls.length > 1 ? polls.shift() : polls[0]) : started)?.(),
  );
});

async function outcome(work: Promise<unknown>): Promise<unknown> {
  const settled = work.catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return settled;
}

it("waits for an import although polls are lost or the server is busy", async () => {
  polls = [job(false), lost, busy, job(false), lost, job(true)];
  expect(await outcome(importFile({ text: "a" }))).toMatchObject({ itemCount: 1_500 });
  polls = [lost, busy, () => Response.json({ last: null })];
  expect(await outcome(undoImport())).toBeUndefined();
});

it("reports a refusal at once, and a server that stays away after some minutes", async () => {
  polls = [refused];
  expect(await outcome(importFile({ text: "a" }))).toBeInstanceOf(ApiError);
  polls = [lost];
  const start = Date.now();
  expect(await outcome(importFile({ text: "a" }))).toBeInstanceOf(NetworkError);
  expect(Date.now() - start).toBeGreaterThan(5 * 60_000);
});

it("repeats an import whose answer was lost with the same key, and a later one with another", async () => {
  const sent: (string | null)[] = [];
  let answer = lost;
  vi.stubGlobal("fetch", async (_: string, { method, headers }: RequestInit) => {
    if (method === "GET") return job(true)();
    sent.push(new Headers(headers).get("Idempotency-Key"));
    return answer();
  });
  const file = { text: "a" };
  expect(await outcome(importFile(file))).toBeInstanceOf(NetworkError);
  answer = started;
  await outcome(importFile(file));
  await outcome(importFile(file));
  expect(sent[1]).toBe(sent[0]);
  expect(sent[2]).not.toBe(sent[0]);
});
