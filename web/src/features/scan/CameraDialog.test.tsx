// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import CameraDialog from "./CameraDialog";

const PHOTO = new File(["a"], "receipt-1.jpg");
vi.mock("./capture-frame", () => ({ captureFrame: () => Promise.resolve(PHOTO) }));

const onClose = vi.fn();
const onPhotos = vi.fn();
beforeEach(() => {
  onClose.mockReset();
  onPhotos.mockReset();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});

function open(getUserMedia?: () => Promise<MediaStream>) {
  vi.stubGlobal("navigator", {
    userAgent: "",
    languages: ["en"],
    mediaDevices: getUserMedia && { getUserMedia },
  });
  render(<CameraDialog maxPhotos={8} onClose={onClose} onPhotos={onPhotos} />);
}

/** In jsdom a `DOMException` is no `Error`, unlike in browsers. */
const failed = (message: string, name: string) => Object.assign(new Error(message), { name });
const tap = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

it.each<[failure: Error | undefined, text: string]>([
  [failed("", "NotAllowedError"), "Camera permission denied. Please allow camera access and try again."],
  [failed("", "NotFoundError"), "No camera found. Please connect a camera and try again."],
  [failed("", "NotReadableError"), "Camera is already in use by another application."],
  [failed("too sharp", "OverconstrainedError"), "Camera error: too sharp"],
  [new Error(""), "Camera error: Unknown error"],
  [undefined, "Camera not supported on this device or browser."],
])("shows for %s: %s", async (failure, text) => {
  open(failure && (() => Promise.reject(failure)));
  expect((await screen.findByRole("alert")).textContent).toContain(text);
  screen.getByRole("button", { name: "Try Again" });
});

it("disables capturing while the camera starts", () => {
  open(() => new Promise(() => undefined));
  screen.getByText("Starting camera...");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Capture" }).disabled).toBe(true);
});

describe("with a camera", () => {
  const getUserMedia = vi.fn<() => Promise<MediaStream>>();
  beforeEach(() => {
    vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
    vi.spyOn(HTMLMediaElement.prototype, "pause").mockReturnValue();
    const stream = { getVideoTracks: () => [], getTracks: () => [] } as unknown as MediaStream;
    getUserMedia.mockReset().mockResolvedValue(stream);
    open(getUserMedia);
  });
  const question = () => screen.queryByRole("alertdialog", { name: /Discard/ });
  async function capture() {
    await screen.findByText(/Lay the receipt flat|photo taken/);
    tap("Capture");
    await screen.findByRole("button", { name: "Retake" });
  }

  it("closes without a question if no photo was taken", async () => {
    await screen.findByText(/Lay the receipt flat/);
    tap("Close");
    expect(onClose).toHaveBeenCalledOnce();
  });

  it.each([
    ["the close button", () => tap("Close")],
    [
      "Escape",
      () => fireEvent(screen.getByRole("dialog", { name: "Take Photo" }), new Event("cancel", { cancelable: true })),
    ],
  ])("%s asks before it discards the taken photos", async (_, closeBy) => {
    await capture();
    tap("One more");
    await capture();
    closeBy();
    expect(onClose).not.toHaveBeenCalled();
    expect(question()?.textContent).toContain("Discard 2 photos?");
    tap("Keep");
    tap("Use Photo");
    expect(onPhotos).toHaveBeenCalledExactlyOnceWith([PHOTO, PHOTO]);
  });

  it("returns the earlier photos if the camera fails", async () => {
    await capture();
    getUserMedia.mockRejectedValue(failed("", "NotReadableError"));
    tap("One more");
    await screen.findByRole("alert");
    tap("Use Photo");
    expect(onPhotos).toHaveBeenCalledExactlyOnceWith([PHOTO]);
  });
});
