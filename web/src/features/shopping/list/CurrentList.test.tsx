// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { rowOf } from "../../../../test/support/rows";
import { CurrentList } from "./CurrentList";

it("shows five lines, the number of further ones, and the way to the whole list", () => {
  const items = Array.from({ length: 7 }, (_, n) => rowOf(`Product ${n}`));
  const onMyList = vi.fn();
  render(<CurrentList items={items} aisles={[]} onMyList={onMyList} />);
  screen.getByRole("heading", { name: "Current List (7 items)" });
  expect(screen.getAllByRole("listitem")).toHaveLength(5);
  screen.getByText("... and 2 more items");
  fireEvent.click(screen.getByRole("button", { name: "My List" }));
  expect(onMyList).toHaveBeenCalledOnce();
});
