// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Preview } from "./Preview";

it("shows the placeholder until the picture is decoded", () => {
  render(<Preview url="blob:a" alt="Receipt" otherwise={<b>placeholder</b>} />);
  expect(screen.queryByRole("img")).toBeNull();
  expect(screen.getByText("placeholder")).toBeTruthy();
  fireEvent.load(screen.getByAltText("Receipt"));
  expect(screen.getByRole("img", { name: "Receipt" })).toBeTruthy();
  expect(screen.queryByText("placeholder")).toBeNull();
});

it("keeps the placeholder for a format that the browser cannot decode, and loads the next picture", () => {
  const { rerender } = render(<Preview url="blob:heic" alt="Receipt" otherwise={<b>placeholder</b>} />);
  fireEvent.error(screen.getByAltText("Receipt"));
  expect(screen.queryByAltText("Receipt")).toBeNull();
  expect(screen.getByText("placeholder")).toBeTruthy();
  rerender(<Preview url="blob:jpeg" alt="Receipt" otherwise={<b>placeholder</b>} />);
  expect(screen.getByAltText("Receipt")).toBeTruthy();
});
