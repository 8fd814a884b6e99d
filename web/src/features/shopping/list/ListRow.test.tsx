// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { rowOf } from "../../../../test/support/rows";
import type { ShoppingListItem } from "../../../api/types";
import { ListRow } from "./ListRow";
import { listLinesOf } from "./list-lines";

/** The quantities of the rows that were rendered. */
const rendered = vi.hoisted((): number[] => []);
vi.mock("../../../ui/text/strings", async (original) => ({
  ...(await original<object>()),
  amountsText: (_common: unknown, _language: unknown, [amount]: { quantity: number }[]) => {
    rendered.push(amount?.quantity ?? 0);
    return "";
  },
}));

const actions = { move: vi.fn(), remove: vi.fn(), toggle: vi.fn(), edit: vi.fn() };

function List({ items }: { items: readonly ShoppingListItem[] }) {
  return (
    <ul>
      {listLinesOf(items).map((line) => (
        <ListRow
          key={`${line.id} ${line.items.length}`}
          line={line}
          justTicked={false}
          knowsSwipe
          startsAisle={false}
          actions={actions}
        />
      ))}
    </ul>
  );
}

it("renders only the ticked row again", () => {
  const items = ["Apples", "Pears", "Plums"].map((name, index) => rowOf(name, { quantity: index + 2 }));
  const { rerender } = render(<List items={items} />);
  expect(rendered).toEqual([2, 3, 4]);
  rendered.length = 0;
  rerender(<List items={items.map((item) => (item.name === "Pears" ? { ...item, isCompleted: true } : item))} />);
  expect(rendered).toEqual([3]);
  expect(screen.getByRole("checkbox", { name: "Pears" }).getAttribute("aria-checked")).toBe("true");
});
