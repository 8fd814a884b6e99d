// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { auth } from "../../lib/auth/auth";
import { ApiError, NetworkError } from "../client";
import { queryClient } from "../cached/query-client";
import { UnconfirmedError, importFile, lastImportKey, undoImport } from "./import";

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
/** The answer to the request that starts an import or its undo. */
let answer: Answer;
beforeEach(() => {
  answer = started;
  vi.useFakeTimers();
  vi.spyOn(auth, "token").mockResolvedValue("t");
  vi.stubGlobal("fetch", async (_: string, { method }: RequestInit) =>
    (method === "GET" ? (polls.length > 1 ? polls.shift() : polls[0]) : answer)?.(),
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

it("reports a refusal at once", async () => {
  polls = [refused];
  expect(await outcome(importFile({ text: "a" }))).toBeInstanceOf(ApiError);
});

const SCHEDULE_MS = 15 * 60_000;
const afterRows =
  (doneRows: number): Answer =>
  () =>
    Response.json({ last: { finished: false, doneRows } });

it.each([
  ["a server that stays away", lost],
  ["a job that does not advance", job(false)],
])("stops waiting for %s once the server would have taken up the job again", async (_, poll) => {
  polls = [poll];
  const start = Date.now();
  expect(await outcome(importFile({ text: "a" }))).toBeInstanceOf(UnconfirmedError);
  expect(Date.now() - start).toBeGreaterThan(SCHEDULE_MS);
  expect(await outcome(undoImport())).toBeInstanceOf(UnconfirmedError);
});

describe("an undo whose answer was lost", () => {
  beforeEach(() => {
    answer = lost;
  });

  it("is waited for if the server has begun it", async () => {
    const undoing: Answer = () => Response.json({ last: { finished: false, undoing: true } });
    polls = [undoing, undoing, () => Response.json({ last: null })];
    expect(await outcome(undoImport())).toBeUndefined();
  });

  it.each([
    ["the import is still there", job(true)],
    ["the server is still away", lost],
  ])("fails if %s", async (_, poll) => {
    polls = [poll];
    expect(await outcome(undoImport())).toBeInstanceOf(NetworkError);
  });
});

it("waits for a job as long as it advances", async () => {
  polls = [...Array.from({ length: 99 }, (_, n) => afterRows(n)), job(true)];
  expect(await outcome(importFile({ text: "a" }))).toMatchObject({ itemCount: 1_500 });
});

it("reports the progress before the server has answered", async () => {
  answer = () => new Promise(() => undefined);
  polls = [lost, afterRows(5)];
  void importFile({ text: "a" }).catch(() => undefined);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(queryClient.getQueryData(lastImportKey)).toMatchObject({ doneRows: 5 });
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
