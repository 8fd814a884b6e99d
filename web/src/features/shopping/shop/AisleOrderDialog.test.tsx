// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import AisleOrderDialog from "./AisleOrderDialog";

vi.mock("../../../api/settings/save-settings", () => ({ saveSettings: vi.fn() }));

it("asks before it discards a changed order, but not if the order is the initial one again", () => {
  const onClose = vi.fn();
  render(<AisleOrderDialog items={[]} aisles={["Bakery", "Fruits"]} onClose={onClose} />);
  const tap = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
  tap("Move Fruits up");
  tap("Close");
  expect(onClose).not.toHaveBeenCalled();
  tap("Keep editing");
  tap("Move Fruits down");
  tap("Close");
  expect(onClose).toHaveBeenCalledOnce();
});
