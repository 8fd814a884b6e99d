// @vitest-environment jsdom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { itemOf } from "../../../../test/support/rows";
import { renderWithQueries } from "../../../../test/support/render";
import { keys } from "../../../api/cached/queries";
import type { GroceryItem } from "../../../api/types";
import type { OwnPlace } from "../../../lib/domain/places";
import EditItemDialog from "./EditItemDialog";
import type { ItemActions } from "../use-item-actions";

vi.mock("../../../ui/hooks/use-products", () => ({ useProducts: () => undefined }));

const item = itemOf("Herbstbox", {
  id: "1",
  scanSessionId: "s",
  category: "Other",
  expiresAt: "2026-11-27T10:00:00.000Z",
  status: "soon",
  confidence: 0.4,
});

const cellar: OwnPlace = { id: "cellar", name: "Cellar", storage: "pantry" };

function save(opened: GroceryItem, change: () => void = () => undefined, sameItems: readonly GroceryItem[] = []) {
  const actions = { confirm: vi.fn(), save: vi.fn(), changeState: vi.fn() };
  const client = new QueryClient();
  client.setQueryData(keys.preferences, {
    pushNotificationsEnabled: true,
    notificationTime: "09:00",
    places: [cellar],
  });
  renderWithQueries(
    <EditItemDialog
      item={opened}
      sameItems={sameItems}
      isGone={false}
      actions={actions as unknown as ItemActions}
      onClose={() => undefined}
    />,
    client,
  );
  change();
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  return actions;
}

it("marks an uncertain item as checked when it is saved unchanged", () => {
  const { confirm, save: saved } = save(item);
  expect(confirm).toHaveBeenCalledExactlyOnceWith([item]);
  expect(saved).not.toHaveBeenCalled();
});

it("offers no aisle as category for an item with the name of one, and leaves it unchanged", () => {
  const { save: saved } = save({ ...item, category: "Vegetables", confidence: 1 }, () => {
    const select = screen.getByRole<HTMLSelectElement>("combobox", { name: "Category" });
    expect(select.value).toBe("Vegetable");
    expect([...select.options].map(({ text }) => text)).not.toContain("Vegetables");
  });
  expect(saved).not.toHaveBeenCalled();
});

it("marks the equal uncertain items as checked too", () => {
  const [second, sure] = [
    { ...item, id: "2" },
    { ...item, id: "3", confidence: 1 },
  ];
  const { confirm } = save(item, () => undefined, [second, sure]);
  expect(confirm).toHaveBeenCalledExactlyOnceWith([item, second]);
});

it("sends nothing when a certain item is saved unchanged", () => {
  const { confirm, save: saved } = save({ ...item, confidence: 0.9 });
  expect(confirm).toHaveBeenCalledExactlyOnceWith([]);
  expect(saved).not.toHaveBeenCalled();
});

it("sends an edit when a change is saved", () => {
  const { confirm, save: saved } = save(item, () =>
    fireEvent.change(screen.getByLabelText("Item name"), { target: { value: "Herbstgemüse" } }),
  );
  expect(JSON.stringify(saved.mock.calls)).toContain("Herbstgemüse");
  expect(confirm).not.toHaveBeenCalled();
});

it("keeps an estimated date if a chosen day is cleared again", () => {
  const choose = (day: string) =>
    fireEvent.change(screen.getByLabelText(/Keeps until|Best before/), { target: { value: day } });
  const { confirm, save: saved } = save(item, () => {
    choose("2026-12-24");
    choose("");
  });
  expect(saved).not.toHaveBeenCalled();
  expect(confirm).toHaveBeenCalledExactlyOnceWith([item]);
});

it("moves an item to an own place and to the storage of that place", () => {
  const moveTo = (place: string, opened = item) =>
    save(opened, () => fireEvent.change(screen.getByLabelText("Stored in"), { target: { value: place } })).changeState;
  expect(moveTo("cellar")).toHaveBeenCalledExactlyOnceWith(item, {
    event: "moved",
    storage: "pantry",
    place: "cellar",
  });
  cleanup();
  const stored = { ...item, storage: "pantry", place: "cellar" } as const;
  expect(moveTo("pantry", stored)).toHaveBeenCalledExactlyOnceWith(stored, { event: "moved", storage: "pantry" });
  cleanup();
  expect(moveTo("cellar", stored)).not.toHaveBeenCalled();
});

it("saves a chosen day as a printed date of the chosen kind", () => {
  const { save: saved } = save(item, () => {
    fireEvent.change(screen.getByLabelText("Keeps until"), { target: { value: "2026-12-24" } });
    const kind = screen.getByLabelText<HTMLSelectElement>("This date is");
    expect(kind.value).toBe("best_before");
    fireEvent.change(kind, { target: { value: "use_by" } });
  });
  expect(saved).toHaveBeenCalledExactlyOnceWith([
    { before: item, after: expect.objectContaining({ dateKind: "use_by", expiresOn: "2026-12-24" }) },
  ]);
});

it("corrects all equal items at once", () => {
  const others = [
    { ...item, id: "2" },
    { ...item, id: "3" },
  ];
  const { save: saved } = save(
    item,
    () => {
      fireEvent.change(screen.getByLabelText("Item name"), { target: { value: "Strawberry yogurt" } });
      const choice = screen.getByRole<HTMLInputElement>("switch", { name: /^Apply to all 2 others too/ });
      expect(choice.checked).toBe(true);
    },
    others,
  );
  expect(saved.mock.calls[0]?.[0].map(({ after }: { after: GroceryItem }) => [after.id, after.name])).toEqual([
    ["1", "Strawberry yogurt"],
    ["2", "Strawberry yogurt"],
    ["3", "Strawberry yogurt"],
  ]);
});

it("renames an item whose amount is smaller than one that can be typed, but takes no such amount", () => {
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  const garlic = { ...item, quantity: 0.064 };
  expect(save(garlic, () => type("Item name", "Garlic")).save).toHaveBeenCalledOnce();
  cleanup();
  expect(save(garlic, () => type("Quantity", "0.05")).save).not.toHaveBeenCalled();
});
