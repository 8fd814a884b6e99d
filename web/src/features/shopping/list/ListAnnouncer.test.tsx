// @vitest-environment jsdom
import { act, render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { announce, ListAnnouncer } from "./ListAnnouncer";

const TEXT = "Milk checked off, 1 left";
let region: HTMLElement;

beforeEach(() => {
  vi.useFakeTimers();
  render(<ListAnnouncer />);
  region = screen.getByRole("status");
  act(() => announce(TEXT));
});

it("announces an equal text by a new element", () => {
  const first = region.firstChild;
  act(() => announce(TEXT));
  expect(region.textContent).toBe(TEXT);
  expect(region.firstChild).not.toBe(first);
});

it("removes a text after five seconds", () => {
  act(() => vi.advanceTimersByTime(4_999));
  expect(region.textContent).toBe(TEXT);
  act(() => vi.advanceTimersByTime(1));
  expect(region.textContent).toBe("");
});
