// @vitest-environment jsdom
import { act, render, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { Camera } from "./Camera";

it("reports a camera that was taken away, and stops it", async () => {
  // In jsdom a `DOMException` is no `Error`, unlike in browsers.
  class BrowserException extends Error {
    constructor(message: string, name: string) {
      super(message);
      this.name = name;
    }
  }
  vi.stubGlobal("DOMException", BrowserException);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const track = Object.assign(new EventTarget(), { stop: vi.fn() });
  const stream = { getVideoTracks: () => [track], getTracks: () => [track] };
  vi.stubGlobal("navigator", { mediaDevices: { getUserMedia: () => Promise.resolve(stream) } });
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  const onFrame = vi.fn(() => Promise.resolve(false));
  const onFailed = vi.fn();
  render(<Camera onFrame={onFrame} onFailed={onFailed} />);
  await waitFor(() => expect(onFrame).toHaveBeenCalled());
  act(() => void track.dispatchEvent(new Event("ended")));
  expect(onFailed).toHaveBeenCalledExactlyOnceWith("Camera is already in use by another application.");
  expect(track.stop).toHaveBeenCalled();
});
