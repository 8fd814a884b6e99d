// @vitest-environment jsdom
import { useState } from "react";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { parseNumber } from "../../lib/language/numbers";
import { NumberField, TextField } from "./Field";

function Amount() {
  const [value, setValue] = useState("1");
  return (
    <>
      <NumberField label="Quantity" min={0.1} step={0.1} value={value} onChange={setValue} />
      <output>{parseNumber(value)}</output>
    </>
  );
}

it.each(["0,5", "0.5"])("reads %s as a half", (typed) => {
  render(<Amount />);
  const field = screen.getByLabelText<HTMLInputElement>("Quantity");
  fireEvent.change(field, { target: { value: typed } });
  expect(field.value).toBe(typed);
  expect(screen.getByRole("status").textContent).toBe("0.5");
  expect(field.inputMode).toBe("decimal");
});

it("selects its value on focus, and changes it by buttons and arrow keys", () => {
  render(<Amount />);
  const field = screen.getByLabelText<HTMLInputElement>("Quantity");
  fireEvent.change(field, { target: { value: "12" } });
  field.focus();
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 2]);
  fireEvent.click(screen.getByRole("button", { name: "More: Quantity" }));
  fireEvent.keyDown(field, { key: "ArrowUp" });
  expect(field.value).toBe("14");
  fireEvent.keyDown(field, { key: "ArrowDown" });
  expect(field.value).toBe("13");
});

it("announces the number after a press of a button", () => {
  const { container } = render(<Amount />);
  const region = container.querySelector("[aria-live=polite]");
  expect(region?.textContent).toBe("");
  fireEvent.click(screen.getByRole("button", { name: "More: Quantity" }));
  expect(region?.textContent).toBe("2");
});

it("refuses a pasted text that is too long, instead of cutting it", () => {
  render(<TextField label="Name" maxLength={5} defaultValue="a" />);
  const field = screen.getByLabelText<HTMLInputElement>("Name");
  const paste = (text: string) => fireEvent.paste(field, { clipboardData: { getData: () => text } });
  expect(paste("12345")).toBe(false);
  expect(screen.getByRole("alert").textContent).toBe("At most 5 characters. Nothing was added.");
  fireEvent.input(field, { target: { value: "ab" } });
  expect(screen.queryByRole("alert")).toBeNull();
  field.select();
  expect(paste("12345\n")).toBe(true);
});
