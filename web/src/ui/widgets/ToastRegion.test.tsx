// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { showToast } from "../toasts";
import ToastRegion from "./ToastRegion";

it("leaves the focus where it is when a button is pressed", async () => {
  render(<ToastRegion />);
  showToast({ title: "Removed", action: { label: "Undo", run: () => undefined } });
  await screen.findByText("Removed");
  const presses = screen.getAllByRole("button", { hidden: true }).map((button) => fireEvent.mouseDown(button));
  // False: the press has no effect of its own.
  expect(presses).toEqual([false, false]);
});
