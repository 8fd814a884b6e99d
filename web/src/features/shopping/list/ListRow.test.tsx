// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { rowOf } from "../../../../test/support/rows";
import type { ShoppingListItem } from "../../../api/types";
import { ListRow } from "./ListRow";
import { listLinesOf } from "./list-lines";

const rendered = vi.hoisted(() => ({ rows: [] as string[] }));
vi.mock("./amount-text", () => ({
  amountText: ({ name }: { name: string }) => {
    rendered.rows.push(name);
    return "1 item";
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
  const items = ["Apples", "Pears", "Plums"].map((name) => rowOf(name, { quantity: 2 }));
  const { rerender } = render(<List items={items} />);
  expect(rendered.rows).toEqual(["Apples", "Pears", "Plums"]);
  rendered.rows.length = 0;
  rerender(<List items={items.map((item) => (item.name === "Pears" ? { ...item, isCompleted: true } : item))} />);
  expect(rendered.rows).toEqual(["Pears"]);
  expect(screen.getByRole("checkbox", { name: "Pears" }).getAttribute("aria-checked")).toBe("true");
});
