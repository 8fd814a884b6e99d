// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import CameraDialog from "./CameraDialog";

function open(getUserMedia?: () => Promise<MediaStream>) {
  vi.stubGlobal("navigator", {
    userAgent: "",
    languages: ["en"],
    mediaDevices: getUserMedia && { getUserMedia },
  });
  render(<CameraDialog maxPhotos={8} onClose={() => undefined} onPhotos={() => undefined} />);
}

/** In jsdom a `DOMException` is no `Error`, unlike in browsers. */
const failed = (message: string, name: string) => Object.assign(new Error(message), { name });

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
