// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import ImportDialog from "./ImportDialog";

const openDialog = () => {
  render(<ImportDialog onClose={() => undefined} />);
  const field = screen.getByLabelText("Link or code");
  return {
    button: screen.getByRole<HTMLButtonElement>("button", { name: "Open Shared List" }),
    type: (value: string) => fireEvent.change(field, { target: { value } }),
    submit: () => fireEvent.submit(field.closest("form") as HTMLFormElement),
  };
};

it("disables the button while the input is blank", () => {
  const { button, type } = openDialog();
  expect(button.disabled).toBe(true);
  type("   ");
  expect(button.disabled).toBe(true);
  type("short");
  expect(button.disabled).toBe(false);
});

it.each([
  ["short", "/shared/"],
  ["/shared/%E0%A4%A", "Please enter a valid share URL or token"],
])("explains invalid input: %s", (value, explanation) => {
  const { type, submit } = openDialog();
  type(value);
  submit();
  expect(screen.getByRole("alert").textContent).toContain(explanation);
});
