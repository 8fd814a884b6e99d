// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { renderWithQueries } from "../../../test/support/render";
import type { Progress } from "../../api/outbox/outbox";
import { chosenPhotos } from "./chosen-photos";
import { ScanTab } from "./ScanTab";
import { MAX_BYTES } from "./receipt-file";

const queue = vi.hoisted(() => ({
  none: [] as readonly unknown[],
  follower: undefined as ((progress: Progress) => void) | undefined,
}));
vi.mock("../../api/outbox/outbox", () => ({
  outbox: {
    follow: (_: string, follower: (progress: Progress) => void) => {
      queue.follower = follower;
      return () => undefined;
    },
    submit: () => Promise.resolve(),
    discard: () => Promise.resolve(),
    unsaved: () => new Set(),
    failed: () => queue.none,
    pending: () => queue.none,
    subscribe: () => () => undefined,
    onSettled: () => () => undefined,
    isFollowed: () => true,
  },
}));
vi.mock("../../ui/date-label/DateLabelButton", () => ({ default: () => null }));
afterEach(() => {
  vi.clearAllMocks();
  chosenPhotos.remove(chosenPhotos.all());
});

const photo = (name: string) => new File(["x"], name, { type: "image/jpeg" });
const [onDone, onDoneMeanwhile] = [vi.fn(), vi.fn()];
const response = { sessionId: "s", items: [], itemCount: 0, skipped: [], message: "" };

function open() {
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: () => undefined }));
  renderWithQueries(
    <ScanTab
      addMode={null}
      barcodeDialog={() => null}
      onStart={() => undefined}
      onDone={onDone}
      onDoneMeanwhile={onDoneMeanwhile}
    />,
  );
}
/** Opens the tab, and gives it a photo. */
function scan() {
  open();
  give("paste", photo("a.jpg"));
}
const end = (progress: object) => act(() => queue.follower?.(progress as Progress));
const shown = () => screen.queryAllByText(/^\w\.jpg$/).map(({ textContent }) => textContent);
const give = (type: "paste" | "drop", file: File) => {
  const data = type === "paste" ? "clipboardData" : "dataTransfer";
  fireEvent(document, Object.assign(new Event(type, { cancelable: true }), { [data]: { files: [file] } }));
};

it("reads one photo at once, and offers to read it again if that has failed", async () => {
  open();
  expect(screen.queryByRole("button", { name: "Process Receipt" })).toBeNull();
  give("paste", photo("a.jpg"));
  await screen.findByText("Reading your receipt", {}, { timeout: 15_000 });
  end({ type: "refused", error: { status: 503 } });
  expect(shown()).toEqual(["a.jpg"]);
  screen.getByRole("button", { name: "Process Receipt" });
});

it("asks for a photo if something else is dropped on the picker", () => {
  open();
  fireEvent.drop(screen.getByRole("button", { name: "Take Photo" }), { dataTransfer: { files: [] } });
  expect(screen.getByRole("alert").textContent).toContain("Please select a receipt image first.");
});

it("says that photos from the share sheet could not be stored", () => {
  history.replaceState(null, "", "/?tab=scan&shared=failed");
  open();
  history.replaceState(null, "", "/");
  expect(screen.getByRole("alert").textContent).toContain("The shared photos couldn't be saved");
});

it.each([
  ["a.jpg", MAX_BYTES + 1, "File size must be less than 10MB"],
  ["list.txt", 4, "Unsupported file type. Please upload: jpg, jpeg, png, gif, bmp, webp, tiff, tif, heic, heif, pdf"],
])("says why it refuses %s with %i bytes", (name, size, text) => {
  open();
  const file = Object.defineProperty(new File([], name), "size", { value: size });
  fireEvent.change(document.querySelector("input[type=file]") as HTMLInputElement, { target: { files: [file] } });
  expect(screen.getByRole("alert").textContent).toBe(text);
  expect(shown()).toEqual([]);
});

it.each([503, 422])("keeps a photo whose reading failed with %i when another one is added", async (status) => {
  scan();
  await screen.findByText("Reading your receipt", {}, { timeout: 15_000 });
  end({ type: "refused", error: { status } });
  give("paste", photo("b.jpg"));
  await waitFor(() => expect(shown()).toEqual(["a.jpg", "b.jpg"]));
});

it.each(["paste", "drop"] as const)("keeps a photo that comes by %s while another is read", async (type) => {
  scan();
  await screen.findByText("Reading your receipt", {}, { timeout: 15_000 });
  give(type, photo("b.jpg"));
  await waitFor(() => expect(shown()).toEqual(["b.jpg"]));
  expect(screen.queryByRole("button", { name: "Process Receipt" })).toBeNull();
  end({ type: "done", response });
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(shown()).toEqual(["b.jpg"]);
});

it.each(["", "Half-typed"])("leaves the screen after a scan only if no item is being typed: %j", async (typed) => {
  scan();
  if (typed) fireEvent.change(await screen.findByLabelText("Item name"), { target: { value: typed } });
  end({ type: "done", response });
  await waitFor(() => expect(typed ? onDoneMeanwhile : onDone).toHaveBeenCalledOnce());
  expect(typed ? onDone : onDoneMeanwhile).not.toHaveBeenCalled();
  expect(screen.getByLabelText<HTMLInputElement>("Item name").value).toBe(typed);
});

it("takes as many photos of the next receipt as of any, while one is read", async () => {
  open();
  const photos = Array.from({ length: 8 }, (_, n) => photo(`${n}.jpg`));
  fireEvent.change(document.querySelector("input[type=file]") as HTMLInputElement, { target: { files: photos } });
  fireEvent.click(screen.getByRole("button", { name: "Process Receipt" }));
  await screen.findByText("Reading your receipt", {}, { timeout: 15_000 });
  give("paste", photo("a.jpg"));
  await waitFor(() => expect(shown()).toEqual(["a.jpg"]));
  expect(screen.queryByRole("alert")).toBeNull();
  // The photos that were not read are shown again.
  end({ type: "refused", error: { status: 503 } });
  fireEvent.click(screen.getByRole("button", { name: "Process Receipt" }));
  expect(screen.getByRole("alert").textContent).toContain("A receipt can have up to 8 photos");
  expect(shown()).toHaveLength(9);
});
