// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { renderWithQueries } from "../../../test/support/render";
import { IdentityRefused } from "../../lib/auth/identity";
import LeaveDialog from "./LeaveDialog";

const moves = vi.hoisted(() => ({ leaveLarder: vi.fn() }));
vi.mock("../../api/household/moves", () => moves);

const onClose = vi.fn();
const button = (name: string) => screen.queryByRole("button", { name });
const leave = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

beforeEach(() => {
  onClose.mockReset();
  moves.leaveLarder.mockReset();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  renderWithQueries(<LeaveDialog otherDeviceCount={1} onClose={onClose} />);
});

it("cannot be closed while the device leaves", async () => {
  moves.leaveLarder.mockReturnValue(new Promise(() => undefined));
  leave("Leave without a copy");
  await vi.waitFor(() => expect(button("Cancel")).toBeNull());
  fireEvent(screen.getByRole("alertdialog"), new Event("cancel", { cancelable: true }));
  expect(onClose).not.toHaveBeenCalled();
});

it("can be closed after leaving has failed", async () => {
  moves.leaveLarder.mockRejectedValue(new Error("no"));
  leave("Leave with a copy");
  await screen.findByText("Nothing was changed. Please try again.");
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(onClose).toHaveBeenCalledOnce();
});

it("offers to leave without a copy only where sign-up is closed", async () => {
  moves.leaveLarder.mockRejectedValue(new IdentityRefused("ADMIN_ONLY_OPERATION", 400));
  leave("Leave with a copy");
  await screen.findByText(/^Sign-up is closed/);
  expect([button("Leave with a copy"), button("Leave without a copy")]).toEqual([null, expect.anything()]);
});
