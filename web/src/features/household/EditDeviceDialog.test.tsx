// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { renderWithQueries } from "../../../test/support/render";
import type { Device } from "../../api/types";
import EditDeviceDialog from "./EditDeviceDialog";

const calls = vi.hoisted(() => ({ updateDevice: vi.fn() }));
vi.mock("../../api/household/calls", () => calls);

const PHONE: Device = {
  id: "6d1f2f5e-7a57-4d38-9d6e-0a3f5b7c9e11",
  name: "iPhone, Safari",
  platform: "ios",
  joinedBy: "link",
  role: "member",
  createdAt: "2026-11-25T10:00:00.000Z",
  lastSeenOn: "2026-11-26",
  isThisDevice: false,
};
const onClose = vi.fn();

beforeEach(() => {
  onClose.mockReset();
  calls.updateDevice.mockReset().mockResolvedValue(PHONE);
});

function open(device: Device) {
  return renderWithQueries(<EditDeviceDialog device={device} canChangeRole onClose={onClose} />);
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole("button", { name: "Save" }));

it.each([
  ["the person alone", PHONE, { person: "Anna" }],
  ["the person of a device without a name", { ...PHONE, name: "" }, { person: "Anna" }],
  ["an empty person when the field is cleared", { ...PHONE, person: "Anna" }, { person: "" }],
])("sends %s", async (_, device, changes) => {
  open(device);
  type("Who uses it?", changes.person);
  save();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(calls.updateDevice).toHaveBeenCalledExactlyOnceWith(PHONE.id, changes);
});

it("shows a message for an empty name", async () => {
  open(PHONE);
  type("Name", " ");
  save();
  await screen.findByText("Please enter a name.");
  expect(calls.updateDevice).not.toHaveBeenCalled();
});

it("closes without a request if nothing was changed", async () => {
  open(PHONE);
  type("Name", "Phone");
  type("Name", PHONE.name);
  save();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(calls.updateDevice).not.toHaveBeenCalled();
});

it("says what a device loses by another role, and sends the role alone", async () => {
  open(PHONE);
  fireEvent.change(screen.getByLabelText("What it may do"), { target: { value: "looker" } });
  expect(screen.getByText(/recovery code that it created stop working/)).toBeTruthy();
  save();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(calls.updateDevice).toHaveBeenCalledExactlyOnceWith(PHONE.id, { role: "looker" });
});

it("shows a refused role at the role, and not at the name", async () => {
  calls.updateDevice.mockRejectedValue(new Error());
  open(PHONE);
  fireEvent.change(screen.getByLabelText("What it may do"), { target: { value: "looker" } });
  save();
  await screen.findByRole("alert");
  const isInvalid = (label: string) => screen.getByLabelText(label).hasAttribute("aria-invalid");
  expect([isInvalid("Name"), isInvalid("What it may do")]).toEqual([false, true]);
});

it("closes no other dialog when a late response arrives", async () => {
  let respond = (_: Device) => {};
  calls.updateDevice.mockReturnValue(new Promise<Device>((resolve) => (respond = resolve)));
  const { unmount } = open(PHONE);
  type("Name", "Phone");
  save();
  await waitFor(() => expect(calls.updateDevice).toHaveBeenCalledOnce());
  unmount();
  respond(PHONE);
  await new Promise((resolve) => setTimeout(resolve));
  expect(onClose).not.toHaveBeenCalled();
});
