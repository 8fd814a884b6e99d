// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { renderWithQueries } from "../../../../test/support/render";
import { itemOf } from "../../../../test/support/rows";
import { outbox } from "../../../api/outbox/outbox";
import type { GroceryItem } from "../../../api/types";
import { LineRow } from "./LineRow";
import { receiptLinesOf } from "./use-lines";

vi.mock("../../../api/outbox/outbox", () => ({ outbox: { submit: vi.fn() } }));
beforeEach(() => vi.mocked(outbox.submit).mockClear());

/** Shows the line of an item that was active when the receipt was loaded, and is archived now. */
function showLine(archived: Partial<GroceryItem>): void {
  const read = itemOf("Chicken", { shelfLifeDays: 2, scanSessionId: "s" });
  const [line] = receiptLinesOf([read], [], [{ ...read, ...archived }], undefined).certain;
  if (line) renderWithQueries(<LineRow line={line} picture={undefined} onShowOnPhoto={() => undefined} />);
}
const putBack = () => fireEvent.click(screen.getByRole("button", { name: "Add Chicken back" }));
const submitted = () => vi.mocked(outbox.submit).mock.calls.map(([change]) => change);

it.each([
  ["used", "archived", "Used up"],
  ["tossed", "deleted", "Thrown away"],
] as const)("says what became of %s food, and adds a new item that leaves the outcome", (outcome, itemStatus, text) => {
  showLine({ outcome, itemStatus });
  expect(screen.getByText(text)).toBeDefined();
  putBack();
  const [change] = submitted();
  if (change?.kind !== "item.create") throw new Error(change?.kind);
  expect(change.item).toMatchObject({ name: "Chicken", itemStatus: "active", scanSessionId: null });
  expect(change.item.id).not.toBe(itemOf("Chicken").id);
  expect(Date.parse(change.item.expiresAt)).toBeGreaterThan(Date.now() + 86_400_000);
});

it("restores a line that was removed because it was read wrongly", () => {
  showLine({ outcome: "misread", itemStatus: "deleted" });
  expect(screen.getByText("Removed")).toBeDefined();
  putBack();
  expect(submitted()).toMatchObject([{ kind: "item.restore", item: { outcome: "misread" } }]);
});
