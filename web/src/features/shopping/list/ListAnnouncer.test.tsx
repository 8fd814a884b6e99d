// @vitest-environment jsdom
import { act, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { announce, ListAnnouncer } from "./ListAnnouncer";

it("inserts each text anew, also the same one again, and removes it after some seconds", () => {
  vi.useFakeTimers();
  render(<ListAnnouncer />);
  const region = screen.getByRole("status");
  const said = () => {
    act(() => announce("Milk checked off, 1 left"));
    return region.firstChild;
  };
  expect(said()).not.toBe(said());
  expect(region.textContent).toBe("Milk checked off, 1 left");
  act(() => vi.runAllTimers());
  expect(region.textContent).toBe("");
});
