// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import CameraDialog from "./CameraDialog";

const camera = vi.hoisted(() => ({ openCamera: vi.fn(), captureFrame: vi.fn() }));
vi.mock("./camera", () => ({
  ...camera,
  closeCamera: () => undefined,
  hasTorch: () => false,
  setTorch: () => Promise.resolve(),
  cameraErrorText: () => "Camera is already in use by another application.",
}));

const PHOTO = new File(["a"], "receipt-1.jpg");
const onClose = vi.fn();
const onPhotos = vi.fn();

beforeEach(() => {
  vi.stubGlobal("MediaStream", EventTarget);
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  URL.createObjectURL = () => "blob:photo";
  URL.revokeObjectURL = () => undefined;
  camera.openCamera.mockReset().mockResolvedValue({ getVideoTracks: () => [] });
  camera.captureFrame.mockReset().mockResolvedValue(PHOTO);
  onClose.mockReset();
  onPhotos.mockReset();
  render(<CameraDialog maxPhotos={8} onClose={onClose} onPhotos={onPhotos} />);
});

const tap = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
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
  camera.openCamera.mockRejectedValue(new DOMException("", "NotReadableError"));
  tap("One more");
  await screen.findByRole("alert");
  tap("Use Photo");
  expect(onPhotos).toHaveBeenCalledExactlyOnceWith([PHOTO]);
});
