// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderWithQueries } from "../../../../test/support/render";
import { itemOf } from "../../../../test/support/rows";
import { outbox } from "../../../api/outbox/outbox";
import type { GroceryItem } from "../../../api/types";
import { drafts } from "../../../lib/browser/storage";
import { LineRow } from "./LineRow";
import { receiptLinesOf } from "./use-lines";

vi.mock("../../../api/outbox/outbox", () => ({ outbox: { submit: vi.fn() } }));
beforeEach(() => void vi.mocked(outbox.submit).mockClear());
afterEach(() => drafts.clear());

/** Shows the line of an item that is in the larder, or left it. */
function showLine(active: readonly GroceryItem[], archived: readonly GroceryItem[] = []): void {
  const [line] = receiptLinesOf([...active, ...archived], [], active, archived, undefined);
  const ignore = () => undefined;
  if (line) renderWithQueries(<LineRow line={line} isCurrent={false} onCurrent={ignore} onRight={ignore} />);
}
const chicken = itemOf("Chicken", { shelfLifeDays: 2, scanSessionId: "s" });
const milk = itemOf("Milk", { id: "milk" });
const putBack = () => fireEvent.click(screen.getByRole("button", { name: "Add Chicken back" }));
const submitted = () => vi.mocked(outbox.submit).mock.calls.map(([change]) => change);
const nameField = () => screen.getByLabelText<HTMLInputElement>("Item name");

it.each([
  ["used", "archived", "Used up"],
  ["tossed", "deleted", "Thrown away"],
] as const)("says what became of %s food, and adds a new item that leaves the outcome", (outcome, itemStatus, text) => {
  showLine([], [{ ...chicken, outcome, itemStatus }]);
  expect(screen.getByText(text)).toBeDefined();
  putBack();
  const [change] = submitted();
  if (change?.kind !== "item.create") throw new Error(change?.kind);
  expect(change.item).toMatchObject({ name: "Chicken", itemStatus: "active", scanSessionId: null });
  expect(change.item.id).not.toBe(itemOf("Chicken").id);
  expect(Date.parse(change.item.expiresAt)).toBeGreaterThan(Date.now() + 86_400_000);
});

it("says that an item was archived without an outcome, and not that its line was removed", () => {
  showLine([], [{ ...chicken, itemStatus: "archived" }]);
  expect(screen.getByText("Archived")).toBeDefined();
  expect(screen.queryByText("Removed")).toBeNull();
});

it("restores a line that was removed because it was read wrongly", () => {
  showLine([], [{ ...chicken, outcome: "misread", itemStatus: "deleted" }]);
  expect(screen.getByText("Removed")).toBeDefined();
  putBack();
  expect(submitted()).toMatchObject([{ kind: "item.restore", item: { outcome: "misread" } }]);
});

it("keeps typed text while another screen is shown, and sends only it after another device's change", () => {
  showLine([milk]);
  fireEvent.click(screen.getByRole("button", { name: "Correct Milk" }));
  fireEvent.change(nameField(), { target: { value: "Oat milk" } });
  cleanup();
  showLine([{ ...milk, category: "Drinks", quantity: 3, shelfLifeDays: 9 }]);
  expect(nameField().value).toBe("Oat milk");
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(submitted()).toMatchObject([{ kind: "item.update", fields: { name: "Oat milk" } }]);
  expect(submitted().map((change) => change.kind === "item.update" && Object.keys(change.fields))).toEqual([["name"]]);
});

it("saves a corrected name although the receipt's amount is smaller than one that can be typed", () => {
  showLine([{ ...milk, quantity: 0.064 }]);
  fireEvent.click(screen.getByRole("button", { name: "Correct Milk" }));
  fireEvent.change(nameField(), { target: { value: "Oat milk" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(submitted()).toMatchObject([{ kind: "item.update", fields: { name: "Oat milk" } }]);
});
