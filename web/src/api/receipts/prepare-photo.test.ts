import { afterEach, expect, it, vi } from "vitest";
import { preparePhoto } from "./prepare-photo";

vi.mock("virtual:heic-decoder", () => ({ default: "/heic.js" }));
vi.mock("./shrink.worker?worker&url", () => ({ default: "/shrink.js" }));
vi.mock("../../lib/browser/trusted-types", () => ({ trustedScript: (url: string) => url }));

/** A worker that does not answer. */
class SilentWorker {
  readonly postMessage = vi.fn();
  readonly terminate = terminate;
}
const terminate = vi.fn();

afterEach(() => vi.unstubAllGlobals());

it.each([
  ["shrinking", "photo.jpg", () => Promise.resolve({ width: 4_000, height: 3_000, close: () => undefined })],
  ["decoding", "photo.heic", () => Promise.reject(new Error("unknown format"))],
])("uploads a photo as it is if %s does not end", async (_, name, createImageBitmap) => {
  vi.useFakeTimers();
  vi.stubGlobal("Worker", SilentWorker);
  vi.stubGlobal("createImageBitmap", createImageBitmap);
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const photo = new File(["photo"], name);
  let prepared: unknown;
  void preparePhoto(photo).then((result) => (prepared = result));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(prepared).toEqual({ kind: "upload", blob: photo });
  expect(terminate).toHaveBeenCalled();
});
