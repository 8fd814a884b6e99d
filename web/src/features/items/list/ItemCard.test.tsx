// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ComponentProps } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { itemOf } from "../../../../test/support/rows";
import type { GroceryItem } from "../../../api/types";
import { ItemCard } from "./ItemCard";
import { groupItems, type ItemGroup } from "./grouping";
import type { ItemActions } from "../use-item-actions";

beforeEach(() => {
  vi.useFakeTimers();
});

const now = new Date("2026-11-21T10:00:00.000Z");
const item = itemOf("Milk", {
  id: "1",
  unit: "gallon",
  shelfLifeDays: 5,
  expiresAt: "2026-11-24T10:00:00.000Z",
  status: "soon",
});
const groupOf = (...items: GroceryItem[]): ItemGroup => {
  const [group] = groupItems(items);
  if (!group) throw new Error("no group");
  return group;
};
const actions = () =>
  ({
    markUsed: vi.fn(),
    markTossed: vi.fn(),
    archive: vi.fn(),
    remove: vi.fn(),
    confirm: vi.fn(),
    changeState: vi.fn(),
    save: vi.fn(),
    removeAll: vi.fn(),
    markOneUsed: vi.fn(),
    several: { markUsed: vi.fn(), markTossed: vi.fn(), archive: vi.fn(), freeze: vi.fn() },
  }) satisfies ItemActions;

const show = (group: ItemGroup, props: Partial<ComponentProps<typeof ItemCard>> = {}) =>
  render(
    <ul>
      <ItemCard group={group} now={now} {...props} />
    </ul>,
  );

function front(): HTMLElement {
  const card = screen.getByRole("heading", { name: "Milk" }).closest("li")?.querySelector("div > div:last-child");
  if (!(card instanceof HTMLElement)) throw new Error("no card");
  return card;
}
const at = (clientX: number, buttons = 1) => ({
  pointerId: 1,
  pointerType: "mouse",
  button: 0,
  buttons,
  clientX,
  clientY: 10,
});

/** Drags by the mouse 100 px to the right, past the 60 px of `ITEM_SWIPE`. */
function drag(): void {
  const card = front();
  fireEvent.pointerDown(card, at(100));
  fireEvent.pointerMove(card, at(120));
  fireEvent.pointerMove(card, at(200));
  fireEvent.pointerUp(card, at(200, 0));
}

it("moves out in the direction of the drag before the swipe acts", () => {
  const onSwipe = vi.fn();
  show(groupOf(item), { onOpen: vi.fn(), actions: actions(), onSwipe });
  const card = front();
  drag();
  expect([card.dataset["dragging"], card.style.transform]).toEqual(["right", ""]);
  expect(onSwipe).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(onSwipe).toHaveBeenCalledExactlyOnceWith(item, "right");
});

it("ends a drag whose button was released outside the window, and does nothing by hovering", () => {
  const onSwipe = vi.fn();
  show(groupOf(item), { actions: actions(), onSwipe });
  const card = front();
  fireEvent.pointerDown(card, at(100));
  fireEvent.pointerMove(card, at(150));
  expect(card.style.transform).toBe("translateX(50px)");
  fireEvent.pointerMove(card, at(190, 0));
  expect(card.style.transform).toBe("");
  fireEvent.pointerMove(card, at(260, 0));
  fireEvent.pointerUp(card, at(260, 0));
  vi.advanceTimersByTime(1_000);
  expect(onSwipe).not.toHaveBeenCalled();
});

it("shows the calendar day and the days left", () => {
  const row = (expiresAt: string) => {
    cleanup();
    const status = new Date(expiresAt) > now ? "soon" : "expired";
    show(groupOf({ ...item, expiresAt, status }));
    return screen.getByRole("listitem").textContent.replaceAll("\u00a0", " ");
  };
  const here = (day: number, hour: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + day, hour).toISOString();
  expect(row(here(0, 23))).toMatch(/Today(?! · )/);
  expect(row(here(1, 1))).toContain("Tomorrow · 1 day left");
  expect(row(here(1, 23))).toContain("Tomorrow · 2 days left");
  expect(row(here(2, 23))).toContain("Mon · 3 days left");
  expect(row(here(-1, 9)).match(/Expired( 1 day ago)?/g)).toEqual(["Expired 1 day ago"]);
  expect(row(here(0, 1))).not.toMatch(/today|ago/);
});

it("shows one card for equal items, whose button uses the first, and expands to each", () => {
  const all = actions();
  const later = { ...item, id: "2", expiresAt: "2026-11-26T10:00:00.000Z" };
  show(groupOf(later, item), { actions: all });
  fireEvent.click(screen.getByRole("button", { name: "Used up: Milk" }));
  expect(all.markUsed).toHaveBeenLastCalledWith(item);
  const expand = screen.getByRole("button", { name: "Show all 2: Milk" });
  expect(expand.getAttribute("aria-expanded")).toBe("false");
  fireEvent.click(expand);
  expect(screen.getByRole("list", { name: "Milk" }).children).toHaveLength(2);
  fireEvent.click(screen.getAllByRole("button", { name: /^Used up: Milk, / })[1] as HTMLElement);
  expect(all.markUsed).toHaveBeenLastCalledWith(later);
});

it("shows category, quantity, date, status and days of one item and of a group", () => {
  const text = (group: ItemGroup) => {
    cleanup();
    show(group);
    return screen.getByRole("listitem").textContent;
  };
  for (const part of ["Milk", "Expiring", "3 days left", "Fridge", "1 gallon", "Dairy", "Added Nov 20"])
    expect(text(groupOf(item))).toContain(part);
  const later = { ...item, id: "2", expiresAt: "2026-11-26T10:00:00.000Z" };
  for (const part of ["Milk", "Expiring", "3 days left", "Tue, Thu", "2 gallons", "Dairy", "Added Nov 20"])
    expect(text(groupOf(item, later))).toContain(part);
});

it("uses one of a count, and all of a weight", () => {
  const all = actions();
  const showItem = (shown: GroceryItem) => {
    cleanup();
    show(groupOf(shown), { actions: all });
  };
  const four = { ...item, quantity: 4, unit: "container" };
  showItem(four);
  fireEvent.click(screen.getByRole("button", { name: "Used one: Milk" }));
  expect(all.markOneUsed).toHaveBeenCalledExactlyOnceWith(four);
  showItem({ ...item, quantity: 500, unit: "g" });
  fireEvent.click(screen.getByRole("button", { name: "Used up: Milk" }));
  expect(all.markUsed).toHaveBeenCalledOnce();
});

it("shows only a checkbox during selection", () => {
  const [choose, onSwipe] = [vi.fn(), vi.fn()];
  show(groupOf(item), { actions: actions(), onOpen: vi.fn(), onSwipe, selected: false, onSelect: choose });
  expect(screen.queryAllByRole("button")).toEqual([]);
  fireEvent.click(screen.getByRole("checkbox", { name: "Milk" }));
  expect(choose).toHaveBeenCalledExactlyOnceWith([item], true);
  drag();
  vi.advanceTimersByTime(1_000);
  expect(onSwipe).not.toHaveBeenCalled();
});

it("shows a tap on its checkbox before the list is rendered, then the state of the list", () => {
  const card = (selected: boolean) => (
    <ul>
      <ItemCard group={groupOf(item)} now={now} selected={selected} onSelect={() => undefined} />
    </ul>
  );
  const { rerender } = render(card(false));
  const box = screen.getByRole<HTMLInputElement>("checkbox", { name: "Milk" });
  fireEvent.click(box);
  expect(box.checked).toBe(true);
  rerender(card(true));
  expect(box.checked).toBe(true);
  rerender(card(false));
  expect(box.checked).toBe(false);
});

it("has no buttons and does not move without actions", () => {
  show(groupOf(item));
  expect(screen.queryAllByRole("button")).toEqual([]);
  const card = front();
  drag();
  expect(card.style.transform).toBe("");
});

it("marks an item of which the reader is unsure", () => {
  const card = (of: GroceryItem) => <ItemCard group={groupOf(of)} now={now} />;
  const { rerender } = render(card({ ...item, confidence: 0.59 }));
  screen.getByText("Check this");
  for (const confidence of [0.95, null]) {
    rerender(card({ ...item, version: 2, confidence }));
    expect(screen.queryByText("Check this")).toBeNull();
  }
});

it("renders a new time only if its content changes", () => {
  const group = groupOf(item);
  let renderCount = 0;
  // Each rendering of the card reads the name.
  Object.defineProperty(group.first, "name", {
    get: () => {
      renderCount += 1;
      return "Milk";
    },
  });
  const cardAt = (time: Date) => <ItemCard group={group} now={time} />;
  const { rerender } = render(cardAt(now));
  const firstCount = renderCount;
  rerender(cardAt(new Date(now.getTime() + 60_000)));
  expect(renderCount).toBe(firstCount);
  rerender(cardAt(new Date("2026-11-24T10:00:00.000Z")));
  expect(screen.getAllByText("Expired").length).toBeGreaterThan(0);
});
