// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { rowOf } from "../../../../test/support/rows";
import { CurrentList } from "./CurrentList";

it("shows five lines, and the number of further ones", () => {
  const items = Array.from({ length: 7 }, (_, n) => rowOf(`Product ${n}`));
  render(<CurrentList items={items} aisles={[]} onMyList={() => undefined} />);
  screen.getByRole("heading", { name: "Current List (7 items)" });
  expect(screen.getAllByRole("listitem")).toHaveLength(5);
  screen.getByText("... and 2 more items");
});
