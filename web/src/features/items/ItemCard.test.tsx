// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { GroceryItem } from "../../api/types";
import { ItemCard } from "./ItemCard";

afterEach(cleanup);

const now = new Date("2026-11-21T10:00:00.000Z");
const item: GroceryItem = {
  id: "1", userId: "u", scanSessionId: null, name: "Milk", category: "Dairy", quantity: 1, unit: "gallon", shelfLifeDays: 5,
  createdAt: "2026-11-20T10:00:00.000Z", expiresAt: "2026-11-24T10:00:00.000Z", status: "soon", itemStatus: "active",
};

/** A mouse drag of 100 px to the right, which is past the 60 px of the rule. */
function drag(): void {
  const card = screen.getByRole("heading", { name: "Milk" }).closest("li")?.lastElementChild;
  if (!(card instanceof HTMLElement)) throw new Error("no card");
  // jsdom knows no pointer capture.
  card.setPointerCapture = () => undefined;
  const at = (clientX: number) => ({ pointerId: 1, pointerType: "mouse", button: 0, clientX, clientY: 10 });
  fireEvent.pointerDown(card, at(100));
  fireEvent.pointerMove(card, at(120));
  fireEvent.pointerMove(card, at(200));
  fireEvent.pointerUp(card, at(200));
}

it("archives by a drag and has its three buttons", () => {
  const archive = vi.fn();
  render(<ul><ItemCard item={item} now={now} onEdit={vi.fn()} onEaten={vi.fn()} onArchive={archive} onDelete={vi.fn()} /></ul>);
  expect(screen.getAllByRole("button").map((button) => button.getAttribute("aria-label"))).toEqual(["Eaten: Milk", "Edit Milk", "Archive Milk", "Delete Milk"]);
  drag();
  expect(archive).toHaveBeenCalledExactlyOnceWith(item);
});

it("says the calendar's word before the days that are left, and neither of what is gone", () => {
  const row = (expiresAt: string) => {
    cleanup();
    const status = new Date(expiresAt) > now ? "soon" : "expired";
    render(<ul><ItemCard item={{ ...item, expiresAt, status }} now={now} /></ul>);
    return screen.getByRole("listitem").textContent;
  };
  const here = (day: number, hour: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + day, hour).toISOString();
  expect(row(here(0, 23))).toContain("Today · 1 day left");
  expect(row(here(1, 23))).toContain("Tomorrow · 2 days left");
  expect(row(here(2, 9))).toContain("Mon · 2 days left");
  expect(row(here(-1, 9))).toContain("Expired 1 day ago");
  expect(row(here(-1, 9))).not.toContain("·  Expired");
});

it("hides the edit button where there is nothing to edit with", () => {
  render(<ul><ItemCard item={item} now={now} onArchive={vi.fn()} onDelete={vi.fn()} /></ul>);
  expect(screen.getAllByRole("button")).toHaveLength(2);
});

it("does not move when actions are off", () => {
  const remove = vi.fn();
  render(<ul><ItemCard item={item} now={now} onDelete={remove} /></ul>);
  drag();
  expect(remove).not.toHaveBeenCalled();
  expect(screen.getByRole("heading", { name: "Milk" }).closest("li")?.lastElementChild).toHaveProperty("style.transform", "");
});
