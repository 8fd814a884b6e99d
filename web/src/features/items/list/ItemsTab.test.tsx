// @vitest-environment jsdom
import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { renderWithQueries } from "../../../../test/support/render";
import { itemOf } from "../../../../test/support/rows";
import type { GroceryItem } from "../../../api/types";
import { navigate } from "../../../lib/navigation/router";
import ItemsTab from "./ItemsTab";

const fake = vi.hoisted(() => ({ items: [] as GroceryItem[], removeAll: vi.fn() }));
vi.mock("../../../api/cached/use-data", () => ({
  useItems: () => ({ data: fake.items, query: {} }),
  usePreferences: () => ({ data: undefined }),
}));
const actions = { removeAll: fake.removeAll, several: {} };
vi.mock("../use-item-actions", () => ({
  useItemActions: () => ({ actions, heldDates: new Map(), releaseDates: () => undefined, dialog: null }),
}));
vi.mock("./Toolbar", () => ({
  Toolbar: ({ onSelect }: { onSelect: () => void }) => <button onClick={onSelect}>Select several</button>,
}));
vi.mock("./ReminderCard", () => ({ default: () => null }));

beforeEach(() => {
  fake.removeAll.mockReset();
});

/** A dialog is loaded when it opens, which can be slow on a busy machine. */
const LOADING = { timeout: 15_000 };
const tap = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }, LOADING));
async function select(count: number, of: number) {
  fake.items = Array.from({ length: of }, (_, index) => itemOf(`Item ${index}`));
  render(<ItemsTab scanHref="/?tab=scan" />);
  await tap("Select several");
  if (count === of) await tap("All");
  else for (const box of (await screen.findAllByRole("checkbox")).slice(0, count)) fireEvent.click(box);
}
const question = () => screen.findByRole("alertdialog", { name: "Delete All" }, LOADING);

// First, because the history of dialogs that are closed by other tests changes a moment later.
it("shows the items of a second receipt after the banner of the first was closed", async () => {
  fake.items = [itemOf("Milk"), itemOf("Bread")];
  history.replaceState({ added: ["Milk"] }, "", "/?tab=items");
  renderWithQueries(<ItemsTab scanHref="/?tab=scan" />);
  expect(await screen.findByText(/1 new item/, {}, LOADING)).toBeTruthy();
  // jsdom opens no popovers.
  const menu = document.querySelector("section [popover]") as HTMLElement;
  fireEvent(menu, Object.assign(new Event("toggle"), { newState: "open" }));
  fireEvent.click(screen.getByRole("menuitem", { name: "Hide", hidden: true }));
  expect(screen.queryByText(/1 new item/)).toBeNull();
  act(() => navigate("/?tab=items", { state: { added: ["Bread"] } }));
  expect(await screen.findByText(/1 new item/, {}, LOADING)).toBeTruthy();
});

it("keeps what was typed for the last item if another device uses that item up", async () => {
  fake.items = [itemOf("Milk", { confidence: 0.3 })];
  renderWithQueries(<ItemsTab scanHref="/?tab=scan" />);
  await tap("Milk");
  fireEvent.change(await screen.findByLabelText("Item name", {}, LOADING), { target: { value: "Oat milk" } });
  fake.items = [];
  act(() => navigate("/?tab=items&sort=name"));
  expect(screen.getByText(/What you typed is still here/)).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>("Item name").value).toBe("Oat milk");
});

it.each([
  ["all shown items", 3, 3],
  ["many items", 15, 17],
])("asks before it deletes %s, and keeps the selection until then", async (_, count, of) => {
  await select(count, of);
  await tap("Delete");
  expect((await question()).textContent).toContain(`Delete all ${count} items?`);
  await tap("Cancel");
  expect(fake.removeAll).not.toHaveBeenCalled();
  await tap("Delete");
  await question();
  await tap("Delete All");
  expect(fake.removeAll).toHaveBeenCalledOnce();
  expect(fake.removeAll.mock.lastCall?.[0]).toHaveLength(count);
});

it("deletes a few items without a question", async () => {
  await select(2, 3);
  await tap("Delete");
  expect(fake.removeAll).toHaveBeenCalledOnce();
});
