// @vitest-environment jsdom
import { act, render, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { Camera } from "./Camera";

it("reports a camera that was taken away, and reads no further pictures", async () => {
  const track = Object.assign(new EventTarget(), { stop: vi.fn() });
  const stream = { getVideoTracks: () => [track], getTracks: () => [track] };
  vi.stubGlobal("navigator", { mediaDevices: { getUserMedia: () => Promise.resolve(stream) } });
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  const onFrame = vi.fn(() => Promise.resolve(false));
  const onFailed = vi.fn();
  render(<Camera onFrame={onFrame} onFailed={onFailed} />);
  await waitFor(() => expect(onFrame).toHaveBeenCalled());
  act(() => void track.dispatchEvent(new Event("ended")));
  expect(onFailed).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: "NotReadableError" }));
  expect(track.stop).toHaveBeenCalled();
});
