// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { renderWithQueries } from "../../../test/support/render";
import type { Progress } from "../../api/outbox/outbox";
import { chosenPhotos } from "./chosen-photos";
import { ScanTab } from "./ScanTab";

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
    failed: () => queue.none,
    pending: () => queue.none,
    subscribe: () => () => undefined,
    onSettled: () => () => undefined,
    isFollowed: () => true,
  },
}));
vi.mock("../../ui/date-label/DateLabelButton", () => ({ default: () => null }));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each(["", "Half-typed"])("leaves the screen after a scan only if no item is being typed: %j", async (typed) => {
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: () => undefined }));
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL: () => undefined }));
  Element.prototype.scrollIntoView = () => undefined;
  const [onDone, onDoneMeanwhile] = [vi.fn(), vi.fn()];
  chosenPhotos.replace([new File(["x"], "a.jpg", { type: "image/jpeg" })]);
  renderWithQueries(
    <ScanTab
      addMode={null}
      barcodeDialog={() => null}
      onStart={() => undefined}
      onDone={onDone}
      onDoneMeanwhile={onDoneMeanwhile}
    />,
  );
  fireEvent.click(await screen.findByRole("button", { name: "Process Receipt" }));
  if (typed) fireEvent.change(await screen.findByLabelText("Item Name"), { target: { value: typed } });
  const response = { sessionId: "s", items: [], itemCount: 0, skipped: [], message: "" };
  act(() => queue.follower?.({ type: "done", response } as Progress));
  await waitFor(() => expect(typed ? onDoneMeanwhile : onDone).toHaveBeenCalledOnce());
  expect(typed ? onDone : onDoneMeanwhile).not.toHaveBeenCalled();
  expect(screen.getByLabelText<HTMLInputElement>("Item Name").value).toBe(typed);
});
