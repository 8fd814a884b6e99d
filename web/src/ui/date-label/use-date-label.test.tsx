// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "../../api/client";
import { readDateLabels } from "../../api/receipts/date-labels";
import type { PrintedDate } from "../../api/types";
import { MAX_IGNORED, MAX_RETRIES, useDateLabel } from "./use-date-label";

vi.mock("../../api/receipts/date-labels", () => ({ readDateLabels: vi.fn() }));
vi.mock("./picture", async (importOriginal) => ({
  ...(await importOriginal<object>()),
  cutOfFrame: () => ({}),
  jpegOf: () => Promise.resolve(new Blob(["frame"])),
  pictureOfDate: () => Promise.resolve(new Blob(["date"])),
  picturesOfPhoto: () => Promise.resolve([new Blob(["photo"])]),
}));

const DAY = "2026-12-24";
const OTHER = "2027-01-02";
const label = (date: string): PrintedDate => ({
  date,
  text: date,
  precision: "day",
  isSure: true,
  kind: "best_before",
  place: { left: 0, top: 0, right: 1, bottom: 1, photo: 0 },
});
const video = { videoWidth: 100, videoHeight: 100, clientWidth: 100, clientHeight: 100 } as HTMLVideoElement;

/** Answers requests in their order when a test calls `answer`. */
const waiting: ((dates: readonly PrintedDate[]) => void)[] = [];
const answer = (...days: string[]) => act(async () => waiting.shift()?.(days.map(label)));

beforeEach(() => {
  vi.useFakeTimers();
  waiting.length = 0;
  vi.mocked(readDateLabels).mockImplementation(() => new Promise((resolve) => waiting.push(resolve)));
});

function start() {
  const onFound = vi.fn();
  const { result } = renderHook(() => useDateLabel(onFound));
  const look = () =>
    act(async () => {
      void result.current.onFrame(video);
      await vi.advanceTimersByTimeAsync(1);
    });
  const lookAndRead = async (...days: string[]) => {
    await look();
    await answer(...days);
  };
  return { result, onFound, look, lookAndRead };
}

it("drops a frame that was read before a restart", async () => {
  const { result, onFound, look, lookAndRead } = start();
  await look();
  act(() => result.current.restart());
  await answer(DAY);
  await lookAndRead(DAY);
  expect(onFound).not.toHaveBeenCalled();
  await lookAndRead(DAY);
  expect(onFound).toHaveBeenCalledOnce();
});

it("drops a photo that was read before a restart", async () => {
  const { result } = start();
  await act(async () => result.current.readPhoto(new File(["x"], "a.jpg")));
  act(() => result.current.restart());
  await answer(DAY);
  expect(result.current.state.phase).toBe("looking");
});

it("goes on with the next frame when the server refuses one", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const { result, onFound, look, lookAndRead } = start();
  vi.mocked(readDateLabels).mockRejectedValueOnce(new ApiError(422, "", null, undefined));
  await look();
  expect(result.current.state.phase).toBe("looking");
  await lookAndRead(DAY);
  await lookAndRead(DAY);
  expect(onFound).toHaveBeenCalledOnce();
});

it("ends when the server refuses several frames in a row", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const { result, look } = start();
  vi.mocked(readDateLabels).mockRejectedValue(new ApiError(422, "", null, undefined));
  for (let frame = 0; frame < MAX_RETRIES; frame += 1) await look();
  expect(result.current.state.phase).toBe("looking");
  await look();
  expect(result.current.state).toEqual({ phase: "failed", isOffline: false });
});

it("ignores the date of the last package until a picture lacks it", async () => {
  const { result, onFound, lookAndRead } = start();
  act(() => result.current.restart(DAY));
  for (let pictures = 0; pictures < MAX_IGNORED; pictures += 1) await lookAndRead(DAY);
  expect(onFound).not.toHaveBeenCalled();
  await lookAndRead();
  await lookAndRead(DAY);
  await lookAndRead(DAY);
  expect(onFound).toHaveBeenLastCalledWith(expect.objectContaining({ day: DAY }));
});

it.each([
  ["another date at once", [OTHER, OTHER], OTHER],
  ["the same date, if it stays in view", Array<string>(MAX_IGNORED + 2).fill(DAY), DAY],
])("reads on the next package %s", async (_, days, day) => {
  const { result, onFound, lookAndRead } = start();
  act(() => result.current.restart(DAY));
  for (const seen of days) {
    expect(onFound).not.toHaveBeenCalled();
    await lookAndRead(seen);
  }
  expect(onFound).toHaveBeenLastCalledWith(expect.objectContaining({ day }));
});
