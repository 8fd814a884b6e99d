// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { Menu } from "./Menu";

it("handles Escape alone while it is open", () => {
  const onEscape = vi.fn();
  render(
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={onEscape}>
      <Menu label="More" groups={() => [{ entries: [{ label: "Edit", onChoose: () => undefined }] }]} />
    </div>,
  );
  // jsdom opens no popovers.
  const toggle = (newState: string) =>
    fireEvent(screen.getByRole("menu", { hidden: true }), Object.assign(new Event("toggle"), { newState }));
  toggle("open");
  fireEvent.keyDown(screen.getByRole("menuitem", { hidden: true }), { key: "Escape" });
  expect(onEscape).not.toHaveBeenCalled();
  toggle("closed");
  fireEvent.keyDown(screen.getByRole("button"), { key: "Escape" });
  expect(onEscape).toHaveBeenCalledOnce();
});
