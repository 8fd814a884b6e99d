// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { rowOf } from "../../../../test/support/rows";
import { ProductTiles } from "./ProductTiles";
import { amountsByName } from "../list/list-lines";

const product = { name: "Milk", names: {}, unit: "carton", days: 5 };
const row = (unit: string, quantity: number) => rowOf("Milk", { id: unit, unit, quantity });

it.each([
  [[row("carton", 3)], "Milk3", "Add Milk, 1 carton, 3 on your list"],
  [[row("l", 2), row("item", 1)], "Milk2 l + 1 item", "Add Milk, 1 carton, 2 l + 1 item on your list"],
  // The unit differs from that of the tile, so it is shown.
  [[row("l", 2)], "Milk2 l", "Add Milk, 1 carton, 2 l on your list"],
  [[], "Milk", "Add Milk, 1 carton"],
])("shows for %j on the tile %s", (rows, shown, said) => {
  const { unmount } = render(
    <ProductTiles
      products={[{ product, category: "Dairy & Eggs" }]}
      listed={amountsByName(rows)}
      onAdd={() => undefined}
    />,
  );
  expect(screen.getByRole("button", { name: said }).textContent).toBe(shown);
  unmount();
});
