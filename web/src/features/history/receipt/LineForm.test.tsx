// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { itemOf } from "../../../../test/support/rows";
import { changedFields } from "../../../api/item-fields";
import type { GroceryItem } from "../../../api/types";
import { fieldsOf } from "../../../ui/item-fields/model";
import { LineForm } from "./LineForm";

const milk = itemOf("Milk", { id: "milk" });
const onSave = vi.fn<(after: GroceryItem) => void>();
const form = (item: GroceryItem) => <LineForm item={item} onSave={onSave} onCancel={() => undefined} />;
const nameField = () => document.querySelector<HTMLInputElement>('[name="name"]') as HTMLInputElement;
const type = (value: string) => fireEvent.change(nameField(), { target: { value } });
/** Saves the form of an item, and returns the fields that are sent. */
const sentFields = (item: GroceryItem) => {
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  return changedFields(item, onSave.mock.lastCall?.[0] ?? item);
};

it("sends only the typed field after another device's change", () => {
  const { rerender } = render(form(milk));
  type("Oat milk");
  const changed = { ...milk, category: "Drinks", quantity: 3, shelfLifeDays: 9 };
  rerender(form(changed));
  expect(sentFields(changed)).toEqual({ name: "Oat milk" });
});

it("sends only the typed field of input that was stored before another device's change", () => {
  render(form(milk));
  type("Oat milk");
  cleanup();
  const changed = { ...milk, quantity: 3 };
  render(form(changed));
  expect(sentFields(changed)).toEqual({ name: "Oat milk" });
});

it.each([
  ["with all fields, as earlier versions stored it", { ...fieldsOf("en", milk), name: "Oat milk" }, "Oat milk"],
  ["that is no object", [1], "Milk"],
])("reads a stored draft %s", (_, draft, name) => {
  sessionStorage.setItem("larder.line.milk", JSON.stringify(draft));
  render(form(milk));
  expect(nameField().value).toBe(name);
});
