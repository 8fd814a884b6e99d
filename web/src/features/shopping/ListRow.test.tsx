// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { rowOf } from "../../../test/support/rows";
import type { ShoppingListItem } from "../../api/types";
import { ListRow } from "./ListRow";
import { listLinesOf } from "./list-lines";

const drawn = vi.hoisted(() => ({ rows: [] as string[] }));
vi.mock("./amount-text", () => ({
  amountText: ({ name }: { name: string }) => {
    drawn.rows.push(name);
    return "1 item";
  },
}));

const actions = { track: vi.fn(), remove: vi.fn(), toggle: vi.fn(), edit: vi.fn() };

function List({ items }: { items: readonly ShoppingListItem[] }) {
  return (
    <ul>
      {listLinesOf(items).map((line) => (
        <ListRow
          key={`${line.id} ${line.items.length}`}
          line={line}
          justDone={false}
          knowsSwipe
          newAisle={false}
          actions={actions}
        />
      ))}
    </ul>
  );
}

it("renders only its own row on a tick, and keeps its name", () => {
  const items = ["Apples", "Pears", "Plums"].map((name) => rowOf(name));
  const { rerender } = render(<List items={items} />);
  expect(drawn.rows).toEqual(["Apples", "Pears", "Plums"]);
  drawn.rows.length = 0;
  rerender(<List items={items.map((each) => (each.name === "Pears" ? { ...each, isCompleted: true } : each))} />);
  expect(drawn.rows).toEqual(["Pears"]);
  expect(screen.getByRole("checkbox", { name: "Pears" }).getAttribute("aria-checked")).toBe("true");
});
