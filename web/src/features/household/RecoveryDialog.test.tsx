// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { renderWithQueries } from "../../../test/support/render";
import { ApiError, NetworkError } from "../../api/client";
import RecoveryDialog from "./RecoveryDialog";

const calls = vi.hoisted(() => ({ createRecoveryCode: vi.fn(), confirmRecoveryCode: vi.fn() }));
vi.mock("../../api/household/calls", () => calls);

const CODE = "AAAAA-BBBBB-CCCCC-DDDDD-EEEEE";
const onClose = vi.fn();

beforeEach(() => {
  onClose.mockReset();
  calls.createRecoveryCode.mockReset().mockResolvedValue({ code: CODE, createdAt: "2026-11-25T10:00:00.000Z" });
  calls.confirmRecoveryCode.mockReset().mockResolvedValue({});
});

async function open() {
  renderWithQueries(<RecoveryDialog onClose={onClose} />);
  await screen.findByText("AAAAA");
}
const saved = () => fireEvent.click(screen.getByRole("button", { name: "I saved it" }));

it("keeps showing a code that cannot be confirmed, and explains that the older one still works", async () => {
  calls.confirmRecoveryCode.mockRejectedValueOnce(new NetworkError("offline"));
  await open();
  saved();
  expect((await screen.findByRole("alert")).textContent).toContain("an older code works too");
  expect(onClose).not.toHaveBeenCalled();
  screen.getByText("AAAAA");
  saved();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(calls.confirmRecoveryCode).toHaveBeenLastCalledWith(CODE);
});

it("can be closed without confirmation after it has failed", async () => {
  calls.confirmRecoveryCode.mockRejectedValue(new NetworkError("offline"));
  await open();
  expect(screen.queryByRole("button", { name: "Close" })).toBeNull();
  saved();
  fireEvent.click(await screen.findByRole("button", { name: "Close" }));
  expect(onClose).toHaveBeenCalledOnce();
});

it("replaces the code by a message if another device has confirmed a newer one", async () => {
  calls.confirmRecoveryCode.mockRejectedValue(new ApiError(404, "Not found", { error: "not_found" }, undefined));
  await open();
  saved();
  expect((await screen.findByRole("alert")).textContent).toContain("This code no longer works");
  expect(screen.queryByText("AAAAA")).toBeNull();
  expect(screen.queryByRole("button", { name: "I saved it" })).toBeNull();
});
