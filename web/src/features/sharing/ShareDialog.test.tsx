// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderWithQueries } from "../../../test/support/render";
import { rowOf } from "../../../test/support/rows";
import { storage } from "../../lib/browser/storage";
import { clearToasts, currentToast } from "../../ui/toasts";
import ShareDialog from "./ShareDialog";
import { ShareResult } from "./ShareResult";

const request = vi.hoisted(() => vi.fn());
vi.mock("../../api/client", async (original) => ({ ...(await original<object>()), request }));
const sendWaitingChanges = vi.hoisted(() => vi.fn());
vi.mock("../../api/household/moves", () => ({ sendWaitingChanges }));
beforeEach(() => {
  storage.remove("larder.owner-name");
  request.mockReset();
  sendWaitingChanges.mockResolvedValue(0);
});
afterEach(clearToasts);
const open = () => renderWithQueries(<ShareDialog items={[rowOf("Milk")]} onClose={() => undefined} />);

it("opens the system's share sheet at once if the owner's name is known", async () => {
  const share = vi.fn(() => Promise.resolve());
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: () => undefined }));
  vi.stubGlobal("navigator", { userAgent: "iPhone", share });
  request.mockResolvedValue({ token: "t0ken", url: "https://larder.example/shared/t0ken" });
  storage.set("larder.owner-name", "Ana");
  open();
  await waitFor(() => expect(share).toHaveBeenCalledOnce());
  expect(share).toHaveBeenCalledWith(expect.objectContaining({ url: "https://larder.example/shared/t0ken" }));
  expect(request.mock.calls.map(([path]) => path as string)).toEqual(["/api/shopping-list/share"]);
});

it("asks for the owner's name before it creates the first link", () => {
  open();
  expect(screen.getByLabelText<HTMLInputElement>("Your name").value).toBe("");
  expect(request).not.toHaveBeenCalled();
});

function createLink(): void {
  open();
  fireEvent.change(screen.getByLabelText("Your name"), { target: { value: "Ana" } });
  fireEvent.click(screen.getByRole("button", { name: "Create link" }));
}

it("shows a message if the link cannot be created", async () => {
  request.mockRejectedValue(new Error("Not now."));
  createLink();
  await waitFor(() => expect(currentToast()?.title).toBe("Failed to Create Share"));
});

it("shows a message if the link cannot be copied", async () => {
  vi.stubGlobal("navigator", { userAgent: "Linux", clipboard: { writeText: () => Promise.reject(new Error("No.")) } });
  const share = { token: "t", url: "https://larder.example/shared/t", title: "For Saturday" };
  renderWithQueries(<ShareResult share={share as never} onAnother={() => undefined} onClose={() => undefined} />);
  fireEvent.click(screen.getByRole("button", { name: "By Username" }));
  await waitFor(() => expect(currentToast()?.title).toBe("Copy Failed"));
});

it("shares no list while rows of it are still being sent", async () => {
  sendWaitingChanges.mockResolvedValue(1);
  createLink();
  await waitFor(() => expect(currentToast()?.text).toBe("Your list is still being saved. Please try again."));
  expect(request).not.toHaveBeenCalled();
  const [, isAwaited] = sendWaitingChanges.mock.calls[0] as [number, (change: { kind: string }) => boolean];
  expect(["list.add", "receipt.scan"].map((kind) => isAwaited({ kind }))).toEqual([true, false]);
});
