// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { itemOf } from "../../../../test/support/rows";
import { renderWithQueries } from "../../../../test/support/render";
import AddedBanner from "./AddedBanner";

it("offers to undo all items of a scan", () => {
  const items = ["Milk", "Bread"].map((name) => itemOf(name));
  const undo = vi.fn();
  const dismiss = vi.fn();
  renderWithQueries(<AddedBanner items={items} actions={{ save: vi.fn() }} onUndo={undo} onDismiss={dismiss} />);
  expect(screen.getByRole("status").textContent).toContain("2 new items");
  // jsdom opens no popovers.
  const menu = document.querySelector("[popover]") as HTMLElement;
  fireEvent(menu, Object.assign(new Event("toggle"), { newState: "open" }));
  fireEvent.click(screen.getByRole("menuitem", { name: "Undo all", hidden: true }));
  expect([undo.mock.calls.length, dismiss.mock.calls.length]).toEqual([1, 0]);
});
