// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { Preview } from "./Preview";

afterEach(cleanup);

it("shows a sign until the picture is decoded", () => {
  render(<Preview url="blob:a" alt="Receipt" otherwise={<b>sign</b>} />);
  expect(screen.queryByRole("img")).toBeNull();
  expect(screen.getByText("sign")).toBeTruthy();
  fireEvent.load(screen.getByAltText("Receipt"));
  expect(screen.getByRole("img", { name: "Receipt" })).toBeTruthy();
  expect(screen.queryByText("sign")).toBeNull();
});

it("keeps the sign for a format that the browser cannot decode, and tries the next picture", () => {
  const { rerender } = render(<Preview url="blob:heic" alt="Receipt" otherwise={<b>sign</b>} />);
  fireEvent.error(screen.getByAltText("Receipt"));
  expect(screen.queryByAltText("Receipt")).toBeNull();
  expect(screen.getByText("sign")).toBeTruthy();
  rerender(<Preview url="blob:jpeg" alt="Receipt" otherwise={<b>sign</b>} />);
  expect(screen.getByAltText("Receipt")).toBeTruthy();
});
