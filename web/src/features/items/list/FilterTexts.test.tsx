// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { NoItemsShown } from "./FilterTexts";
import type { ItemsViewState } from "./use-items-view";

const all = { filter: "all", day: null, place: null, due: false, searched: "" };
const fridge = { id: "fridge", storage: "fridge" };

it.each<[string, object]>([
  ["Nothing in the fridge", { place: fridge }],
  ["Nothing has expired", { filter: "expired" }],
  ["Nothing expires soon", { due: true }],
  ["Nothing expires today", { day: 0 }],
  // The fridge may have items, and fresh ones may expire today.
  ["No items", { place: fridge, filter: "expired" }],
  ["No items", { place: fridge, due: true }],
  ["No items", { day: 0, filter: "expired" }],
])("says %s if %j shows none", (text, view) => {
  render(<NoItemsShown view={{ ...all, ...view } as ItemsViewState} now={new Date(2026, 10, 28)} />);
  expect(screen.getByRole("heading").textContent).toBe(text);
});
