// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { itemOf } from "../../../../test/support/rows";
import type { Change } from "../../../api/outbox/changes";
import { outbox } from "../../../api/outbox/outbox";
import { overlayArchived, overlayItems } from "../../../api/outbox/overlay";
import type { QueuedChange } from "../../../api/outbox/rows";
import type { GroceryItem } from "../../../api/types";
import { clearToasts, currentToast } from "../../../ui/toasts";
import { useConfirmItems, useEditItems, useTakeOne } from "./edit";
import { useChangeState, useFreezeItems } from "./food-state";
import {
  useArchiveItem,
  useArchiveItems,
  useDeleteItem,
  useDeleteItems,
  useRecordOutcome,
  useRecordOutcomes,
} from "./leave";

vi.mock("../../../api/outbox/outbox", () => ({ outbox: { submit: vi.fn() } }));
const submit = vi.mocked(outbox.submit);

const ham = itemOf("Ham", { quantity: 3 });
const egg = itemOf("Egg", { quantity: 3 });

const submitted = () => submit.mock.calls.map(([change]) => change);
const rows = () => submitted().map((change) => ({ change, at: "2026-11-21T10:00:00.000Z" }) as QueuedChange);
/** The items as the screen shows them, by name. */
const shown = (items: readonly GroceryItem[] = [egg, ham]) =>
  rows()
    .reduce(overlayItems, items)
    .toSorted((a, b) => a.name.localeCompare(b.name));
const names = () => shown().map(({ name }) => name);
const archived = () => rows().reduce(overlayArchived, []);
const undo = () => act(() => currentToast()?.action?.run());

beforeEach(() => {
  submit.mockReset().mockResolvedValue(null);
});
afterEach(clearToasts);

/** Runs what a hook returns. */
function run<Args extends unknown[], R>(hook: () => (...args: Args) => R, ...args: Args): R {
  const { result } = renderHook(hook);
  let answer: R | undefined;
  act(() => void (answer = result.current(...args)));
  return answer as R;
}

describe("what takes items out of the larder shows at once, and undo brings them back", () => {
  it.each<readonly [string, () => void, Partial<GroceryItem>]>([
    ["used up", () => run(useRecordOutcome, ham, "used"), { itemStatus: "archived", outcome: "used" }],
    ["thrown away", () => run(useRecordOutcome, ham, "tossed"), { itemStatus: "deleted", outcome: "tossed" }],
    ["archived", () => run(useArchiveItem, ham), { itemStatus: "archived" }],
    ["deleted", () => run(useDeleteItem, ham), { itemStatus: "deleted" }],
  ])("one that was %s", (_, leave, expected) => {
    leave();
    expect(names()).toEqual(["Egg"]);
    expect(archived()).toMatchObject([{ name: "Ham", ...expected }]);
    undo();
    expect(names()).toEqual(["Egg", "Ham"]);
    expect(archived()).toEqual([]);
  });

  it.each<readonly [string, () => void]>([
    ["used up", () => run(useRecordOutcomes, [egg, ham], "used")],
    ["archived", () => run(useArchiveItems, [egg, ham])],
    ["deleted", () => run(useDeleteItems, [egg, ham], "all")],
  ])("several that were %s", (_, leave) => {
    submit.mockReturnValue(new Promise(() => undefined));
    leave();
    expect(names()).toEqual([]);
    undo();
    expect(names()).toEqual(["Egg", "Ham"]);
  });
});

it.each([
  ["archived", () => run(useArchiveItem, ham), "Used up?", "used"],
  ["archived", () => run(useArchiveItem, ham), "Thrown away?", "tossed"],
  ["deleted", () => run(useDeleteItem, ham), "Thrown away?", "tossed"],
] as const)("offers on the toast of an item that was %s: %3$s", (_, leave, label, outcome) => {
  leave();
  act(() =>
    currentToast()
      ?.choices?.find((choice) => choice.label === label)
      ?.run(),
  );
  // The server takes an outcome of active items only.
  expect(
    submitted()
      .map(({ kind }) => kind)
      .slice(1),
  ).toEqual(["item.restore", "item.outcome"]);
  expect(archived()).toMatchObject([{ name: "Ham", outcome }]);
});

it("restores only the items that a bulk deletion deleted", async () => {
  submit.mockResolvedValue({ ids: ["Ham"] });
  run(useDeleteItems, [egg, ham], "fresh");
  await act(async () => undefined);
  submit.mockClear();
  undo();
  expect(submitted()).toEqual([{ kind: "item.restore", item: ham }]);
});

describe("an edit", () => {
  it("sends the changed fields, and undo sends what they were", () => {
    run(useEditItems, [{ before: ham, after: { ...ham, name: "Bacon" } }]);
    expect(submitted()).toMatchObject([{ kind: "item.update", fields: { name: "Bacon" } }]);
    undo();
    expect(submitted()[1]).toMatchObject({ kind: "item.update", fields: { name: "Ham" } });
  });

  it("sends nothing without a change", () => {
    run(useEditItems, [{ before: ham, after: { ...ham } }]);
    expect(submitted()).toEqual([]);
  });

  it("takes one of the amount per tap, each with its own undo", () => {
    run(useTakeOne, ham);
    run(useTakeOne, { ...ham, quantity: 2 });
    expect(shown([ham])[0]?.quantity).toBe(1);
    undo();
    expect(shown([ham])[0]?.quantity).toBe(2);
  });

  it("confirms an uncertain line without any other change", () => {
    run(useConfirmItems, [{ ...ham, confidence: 0.3 }]);
    expect(shown([{ ...ham, confidence: 0.3 }])[0]?.confidence).toBe(1);
  });
});

describe("a change of state", () => {
  const onChange = vi.fn();
  it("computes the new date, and undo names the time of the change", async () => {
    const { result } = renderHook(() => useChangeState(onChange));
    await act(() => result.current.changeState(ham, { event: "opened" }));
    const [opened] = submitted() as Extract<Change, { kind: "item.state" }>[];
    expect(opened?.item.openedAt).toBeTruthy();
    expect(onChange).toHaveBeenCalledWith([ham]);
    undo();
    expect(submitted()[1]).toEqual({ kind: "item.state", item: ham, event: { event: "undone", at: opened?.event.at } });
  });

  it("freezes several with one undo, but none that was thawed before", async () => {
    const thawed = itemOf("Thawed", { thawedAt: "2026-11-20T10:00:00.000Z" });
    const { result } = renderHook(() => useFreezeItems(onChange));
    await act(() => result.current([egg, ham, thawed]));
    expect(submitted()).toMatchObject([
      { kind: "item.state", item: { name: "Egg", storage: "freezer" } },
      { kind: "item.state", item: { name: "Ham", storage: "freezer" } },
    ]);
    submit.mockClear();
    undo();
    expect(submitted()).toMatchObject([
      { item: egg, event: { event: "undone" } },
      { item: ham, event: { event: "undone" } },
    ]);
  });
});
