// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { outbox } from "../../api/outbox/outbox";
import type { ShoppingListItem } from "../../api/types";
import { editLine } from "./edit-line";
import { linesOf, type Line } from "./lines";
import { moveToTracker } from "./list-actions";

vi.mock("../../api/outbox/outbox", () => ({ outbox: { submit: vi.fn(() => Promise.resolve(null)) } }));

const row = (id: string, notes: string, unit = "l"): ShoppingListItem => ({
  id,
  userId: "u",
  name: "Milk",
  category: "Dairy & Eggs",
  quantity: 1,
  unit,
  notes,
  isCompleted: false,
  addedAt: `2026-11-21T10:00:0${id}.000Z`,
  completedAt: null,
  version: 1,
});
const lineOf = (...items: ShoppingListItem[]) => linesOf(items)[0] as Line;
const shownOf = ({ name, category, amounts, notes }: Line) => ({
  name,
  category,
  quantity: amounts[0]?.quantity ?? 0,
  unit: amounts[0]?.unit ?? "",
  notes,
});
const submitted = () => vi.mocked(outbox.submit).mock.calls.map(([change]) => change);

beforeEach(() => vi.mocked(outbox.submit).mockClear());

it("changes nothing when a line of several rows is saved untouched", () => {
  const line = lineOf(row("1", "cold"), row("2", "organic"), row("3", "small", "bottle"));
  editLine(line, shownOf(line), shownOf(line));
  expect(submitted()).toEqual([]);
});

it("leaves each note where it is, and once, when something else is corrected", () => {
  const line = lineOf(row("1", "cold"), row("2", "organic"), row("3", "small", "bottle"));
  editLine(line, shownOf(line), { ...shownOf(line), name: "Oat milk" });
  expect(submitted()).toEqual([
    { kind: "list.update", id: "1", fields: { name: "Oat milk", quantity: 2, notes: "cold · organic" } },
    { kind: "list.remove", id: "2" },
  ]);
});

it("takes the note that was typed for the whole line", () => {
  const line = lineOf(row("1", "cold"), row("3", "small", "bottle"));
  editLine(line, shownOf(line), { ...shownOf(line), notes: "any" });
  expect(submitted()).toEqual([
    { kind: "list.update", id: "1", fields: { notes: "any" } },
    { kind: "list.update", id: "3", fields: { notes: "" } },
  ]);
});

it("creates what was bought before the row is ticked, in one turn", async () => {
  const moving = moveToTracker(lineOf(row("1", "")));
  expect(submitted()).toEqual([]);
  await moving;
  expect(submitted().map(({ kind }) => kind)).toEqual(["item.create", "list.toggle"]);
});
