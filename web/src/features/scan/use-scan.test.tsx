// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import type { Progress } from "../../api/outbox/outbox";
import type { QueuedChange, RefusedError } from "../../api/outbox/rows";
import { clearToasts, currentToast } from "../../ui/toasts";
import { useScan } from "./use-scan";

/** An outbox that answers every receipt with `response` or, without one, refuses it; `silent`, it does not answer. */
const queue = vi.hoisted(() => ({
  response: undefined as unknown,
  error: { status: 422 } as RefusedError,
  followers: new Map<string, (progress: Progress) => void>(),
  rows: [] as { key: string }[],
  successors: [] as (string | undefined)[],
  unsaved: new Set<string>(),
  silent: false,
}));
vi.mock("../../api/outbox/outbox", () => ({
  outbox: {
    follow: (key: string, listener: (progress: Progress) => void) => {
      queue.followers.set(key, listener);
      return () => queue.followers.delete(key);
    },
    submit: (_: unknown, key: string) => {
      queue.rows.push({ key });
      if (queue.silent) return Promise.resolve();
      queueMicrotask(() =>
        queue.followers.get(key)?.(
          queue.response === undefined
            ? { type: "refused", queued: { key } as QueuedChange, error: queue.error }
            : ({ type: "done", response: queue.response } as Progress),
        ),
      );
      return Promise.resolve();
    },
    failed: () => queue.rows,
    unsaved: () => queue.unsaved,
    isDiskFull: () => true,
    discard: (key: string, successor?: string) => {
      queue.rows = queue.rows.filter((row) => row.key !== key);
      queue.successors.push(successor);
    },
  },
}));

beforeEach(() => {
  queue.rows = [];
  queue.response = undefined;
  queue.silent = false;
});

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
);

const PHOTOS = [new File(["x"], "receipt.jpg")];
async function scan({ isCaptured = false, onDone = () => undefined } = {}) {
  const { result } = renderHook(() => useScan(onDone), { wrapper });
  const process = () => act(() => result.current.process(PHOTOS, { isCaptured }));
  return { result, process, isDone: await process() };
}

async function refusedWith(status: number, code: string) {
  queue.error = { status, code, sentence: "No." };
  const { result, process, isDone } = await scan();
  expect(isDone).toBe(false);
  return { result, process };
}

it.each([
  [422, "no_items_found"],
  [422, "not_groceries"],
  [422, "unreadable_image"],
  [415, "unsupported_image"],
  [413, "too_large"],
])("discards a photo with the answer %s %s from the outbox", async (status, code) => {
  const { result, process } = await refusedWith(status, code);
  expect([result.current.state.phase, queue.rows]).toEqual(["failed", []]);
  await process();
  expect([result.current.state.phase, queue.rows]).toEqual(["failed", []]);
});

it("keeps a photo that the server did not read until it is sent again, or removed", async () => {
  const { result, process } = await refusedWith(503, "unavailable");
  act(() => result.current.reset());
  expect(queue.rows).toHaveLength(1);
  await process();
  expect([queue.rows.length, queue.successors.at(-1)]).toEqual([1, queue.rows[0]?.key]);
  act(() => result.current.discardFailed());
  expect(queue.rows).toEqual([]);
});

it.each([
  [500, "internal", undefined, "Processing Failed", "Failed to process receipt. Please try again."],
  [422, "no_items_found", "We found no groceries.", "Processing Failed", "We found no groceries."],
])("shows why the photo was not read: %s %s %s", async (status, code, sentence, title, text) => {
  queue.error = { status, code, sentence } as RefusedError;
  const { result } = await scan();
  expect(result.current.state).toEqual({ phase: "failed", title, text });
});

it("shows the specification's text for the monthly limit if the server sends none", async () => {
  clearToasts();
  queue.error = { status: 429, code: "Monthly upload limit reached" } as RefusedError;
  await scan();
  expect(currentToast()).toMatchObject({
    title: "Upload Limit Reached",
    text: "You've reached your monthly limit of receipt scans.",
  });
});

it("explains a receipt that was read while the larder is full, and removes its photo", async () => {
  queue.response = { sessionId: "s", items: [], itemCount: 2, skipped: [], message: "", larderFull: true };
  const onDone = vi.fn();
  const { result, isDone } = await scan({ isCaptured: true, onDone });
  expect(isDone).toBe(true);
  expect(result.current.state).toMatchObject({ phase: "failed", title: "Your larder is full" });
  expect(onDone).not.toHaveBeenCalled();
});

it.each([
  [false, "Photo saved for later"],
  [true, "Not saved on this device"],
])("says that a photo is saved only if it is on disk: %s", async (isDiskFull, title) => {
  clearToasts();
  const { result } = renderHook(() => useScan(() => undefined), { wrapper });
  queue.silent = true;
  let isDone: Promise<boolean> | undefined;
  act(() => void (isDone = result.current.process(PHOTOS, { isCaptured: false })));
  const [key = "", follower] = [...queue.followers].at(-1) ?? [];
  queue.unsaved = new Set(isDiskFull ? [key] : []);
  act(() => follower?.({ type: "step", step: "waiting" }));
  expect(await isDone).toBe(true);
  expect(currentToast()?.title).toBe(title);
});

it("keeps a photo that failed after it was saved for later when the next receipt is scanned", async () => {
  queue.silent = true;
  const { result } = renderHook(() => useScan(() => undefined), { wrapper });
  for (const _ of ["first", "second"]) {
    act(() => void result.current.process(PHOTOS, { isCaptured: false }));
    const [, follower] = [...queue.followers].at(-1) ?? [];
    await act(async () => follower?.({ type: "step", step: "waiting" }));
  }
  act(() => result.current.discardFailed());
  expect(queue.rows).toHaveLength(2);
});

it("keeps the photo in the picker when the outbox drops its receipt", async () => {
  queue.silent = true;
  const { result } = renderHook(() => useScan(() => undefined), { wrapper });
  let isDone: Promise<boolean> | undefined;
  act(() => void (isDone = result.current.process(PHOTOS, { isCaptured: false })));
  const [key = "", follower] = [...queue.followers].at(-1) ?? [];
  const error = { status: 403, code: "device_restricted" } as RefusedError;
  act(() => follower?.({ type: "conflict", queued: { key } as QueuedChange, error }));
  expect(await isDone).toBe(false);
});
