// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { Dialog, DialogCancel } from "./Dialog";
import { TextField } from "./Field";

const onClose = vi.fn();
const question = () => screen.queryByRole("alertdialog", { name: "Discard your changes?" });

beforeEach(() => {
  onClose.mockReset();
});

function open(dirty?: boolean) {
  render(
    <Dialog title="Milk" onClose={onClose} {...(dirty !== undefined && { dirty })} footer={<DialogCancel />}>
      <TextField label="Notes" defaultValue="" />
    </Dialog>,
  );
  return screen.getByRole("dialog", { name: "Milk" });
}
const type = () => fireEvent.change(screen.getByLabelText("Notes"), { target: { value: "two litres" } });
const WAYS = [
  ["Escape", (dialog: HTMLElement) => fireEvent(dialog, new Event("cancel", { cancelable: true }))],
  ["the close button", () => fireEvent.click(screen.getByRole("button", { name: "Close" }))],
  ["Cancel", () => fireEvent.click(screen.getByRole("button", { name: "Cancel" }))],
  [
    "a tap outside",
    (dialog: HTMLElement) => {
      fireEvent.pointerDown(dialog);
      fireEvent.click(dialog);
    },
  ],
] as const;

it.each(WAYS)("asks before %s discards input", (_, closeBy) => {
  const dialog = open();
  type();
  closeBy(dialog);
  expect(onClose).not.toHaveBeenCalled();
  expect(question()).not.toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Keep editing" }));
  expect(question()).toBeNull();
  closeBy(dialog);
  fireEvent.click(screen.getByRole("button", { name: "Discard" }));
  expect(onClose).toHaveBeenCalledOnce();
});

it.each(WAYS)("closes by %s at once without input", (_, closeBy) => {
  closeBy(open());
  expect(onClose).toHaveBeenCalledOnce();
});

it("closes at once if its owner says that it is not dirty", () => {
  const dialog = open(false);
  type();
  WAYS[0][1](dialog);
  expect(onClose).toHaveBeenCalledOnce();
});
