// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { itemOf } from "../../../../test/support/rows";
import type { Change } from "../../../api/outbox/changes";
import { outbox } from "../../../api/outbox/outbox";
import { overlayArchived, overlayItems } from "../../../api/outbox/overlay";
import type { QueuedChange } from "../../../api/outbox/rows";
import type { GroceryItem } from "../../../api/types";
import { setLarderZone } from "../../../lib/time/larder-zone";
import { clearToasts, currentToast, dismissToast } from "../../../ui/toasts";
import { confirmItems } from "../../../ui/mutations/confirm-items";
import { editItems, takeOne } from "./edit";
import { freezeItems, useChangeState } from "./food-state";
import { archiveItem, archiveItems, deleteItem, deleteItems, recordOutcome, recordOutcomes } from "./remove";

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
const undo = () => currentToast()?.action?.run();

beforeEach(() => {
  submit.mockReset().mockResolvedValue(null);
});
afterEach(clearToasts);

describe("removed items disappear at once, and undo restores them", () => {
  it.each<readonly [string, () => void, Partial<GroceryItem>]>([
    ["used up", () => recordOutcome(ham, "used"), { itemStatus: "archived", outcome: "used" }],
    ["thrown away", () => recordOutcome(ham, "tossed"), { itemStatus: "deleted", outcome: "tossed" }],
    ["archived", () => archiveItem(ham), { itemStatus: "archived" }],
    ["deleted", () => deleteItem(ham), { itemStatus: "deleted" }],
  ])("one item that was %s", (_, remove, expected) => {
    remove();
    expect(names()).toEqual(["Egg"]);
    expect(archived()).toMatchObject([{ name: "Ham", ...expected }]);
    undo();
    expect(names()).toEqual(["Egg", "Ham"]);
    expect(archived()).toEqual([]);
  });

  it.each<readonly [string, () => void]>([
    ["used up", () => recordOutcomes([egg, ham], "used")],
    ["archived", () => archiveItems([egg, ham])],
    ["deleted", () => deleteItems([egg, ham], "all")],
  ])("several items that were %s", (_, remove) => {
    submit.mockReturnValue(new Promise(() => undefined));
    remove();
    expect(names()).toEqual([]);
    undo();
    expect(names()).toEqual(["Egg", "Ham"]);
  });
});

it.each([
  ["archived", "Used up?", () => archiveItem(ham), "used"],
  ["archived", "Thrown away?", () => archiveItem(ham), "tossed"],
  ["deleted", "Thrown away?", () => deleteItem(ham), "tossed"],
] as const)("the toast of an item that was %s offers to correct that: %s", (_, label, remove, outcome) => {
  remove();
  currentToast()
    ?.choices?.find((choice) => choice.label === label)
    ?.run();
  // The server accepts outcomes of active items only.
  expect(
    submitted()
      .map(({ kind }) => kind)
      .slice(1),
  ).toEqual(["item.restore", "item.outcome"]);
  expect(archived()).toMatchObject([{ name: "Ham", outcome }]);
});

it("restores only the items that a bulk deletion deleted", async () => {
  submit.mockResolvedValue({ ids: ["Ham"] });
  deleteItems([egg, ham], "fresh");
  await Promise.resolve();
  submit.mockClear();
  undo();
  expect(submitted()).toEqual([{ kind: "item.restore", item: ham }]);
});

it("counts the items of all deletions that one undo restores", () => {
  submit.mockReturnValue(new Promise(() => undefined));
  deleteItems([egg], "all");
  deleteItems([ham], "all");
  expect(currentToast()?.title).toBe("2 items deleted");
  undo();
  expect(names()).toEqual(["Egg", "Ham"]);
});

describe("an edit", () => {
  it("sends the changed fields, and undo sends the earlier values", () => {
    editItems([{ before: ham, after: { ...ham, name: "Bacon" } }]);
    expect(submitted()).toMatchObject([{ kind: "item.update", fields: { name: "Bacon" } }]);
    undo();
    expect(submitted()[1]).toMatchObject({ kind: "item.update", fields: { name: "Ham" } });
  });

  it("has its own undo for each edit of an item, the last one first", () => {
    editItems([{ before: ham, after: { ...ham, quantity: 4 } }]);
    editItems([{ before: { ...ham, quantity: 4 }, after: { ...ham, quantity: 5 } }]);
    undo();
    expect(shown([ham])[0]?.quantity).toBe(4);
    dismissToast(currentToast()?.id ?? -1);
    undo();
    expect(shown([ham])[0]?.quantity).toBe(3);
  });

  it("sends nothing without a change", () => {
    editItems([{ before: ham, after: { ...ham } }]);
    expect(submitted()).toEqual([]);
  });

  it("reduces the quantity by one per tap, each with its own undo", () => {
    takeOne(ham);
    takeOne({ ...ham, quantity: 2 });
    expect(shown([ham])[0]?.quantity).toBe(1);
    undo();
    expect(shown([ham])[0]?.quantity).toBe(2);
  });

  it("marks an uncertain item as checked without any other change", () => {
    confirmItems([{ ...ham, confidence: 0.3 }]);
    expect(submitted()).toEqual([{ kind: "item.update", item: { ...ham, confidence: 1 }, fields: {} }]);
  });
});

describe("a change of state", () => {
  const onChange = vi.fn();
  it("has a time, by which undo names it", async () => {
    const { result } = renderHook(() => useChangeState(onChange));
    await act(() => result.current.changeState(ham, { event: "opened" }));
    const [opened] = submitted() as Extract<Change, { kind: "item.state" }>[];
    expect(opened?.item.openedAt).toBeTruthy();
    expect(onChange).toHaveBeenCalledWith([ham]);
    undo();
    expect(submitted()[1]).toEqual({ kind: "item.state", item: ham, event: { event: "undone", at: opened?.event.at } });
  });

  it("can be undone if it is the last one of its item", async () => {
    const { result } = renderHook(() => useChangeState(onChange));
    for (const item of [egg, ham]) await act(() => result.current.changeState(item, { event: "opened" }));
    await act(() => result.current.changeState(ham, { event: "used", left: 0.5 }));
    submit.mockClear();
    for (let toasts = 0; currentToast(); toasts++) {
      undo();
      dismissToast(currentToast()?.id ?? -1);
    }
    expect(submitted()).toMatchObject([{ item: { name: "Ham" } }, { item: { name: "Egg" } }]);
  });

  it.each([
    ["frozen", { event: "frozen" }],
    ["moved to the freezer", { event: "moved", storage: "freezer" }],
  ] as const)("says why food past its use-by date is not %s", async (_, event) => {
    const { result } = renderHook(() => useChangeState(onChange));
    const mince = itemOf("Mince", { dateKind: "use_by", expiresAt: "2020-01-01T10:00:00.000Z" });
    await act(() => result.current.changeState(mince, event));
    expect([submitted(), currentToast()?.title]).toEqual([[], "Past its use-by date. Don't freeze it."]);
  });

  it("names the larder's day on a device farther east", async () => {
    vi.useFakeTimers({ now: Date.parse("2026-11-21T10:00:00Z"), toFake: ["Date"] });
    vi.stubEnv("TZ", "Europe/Berlin");
    setLarderZone("America/New_York");
    const { result } = renderHook(() => useChangeState(onChange));
    const effect = { storage: "freezer", days: 3, source: "larder" } as const;
    const guide = { usual: effect, effects: { frozen: effect, thawed: effect }, opensWhenUsed: false };
    const beef = itemOf("Beef", { expiresAt: "2026-11-22T04:59:59.999Z", guide } as Partial<GroceryItem>);
    await act(() => result.current.changeState(beef, { event: "frozen" }));
    setLarderZone(undefined);
    expect(currentToast()?.title).toContain("Tue, Nov 24");
  });

  it("freezes several items with one undo, but none that was thawed before", () => {
    const thawed = itemOf("Thawed", { thawedAt: "2026-11-20T10:00:00.000Z" });
    freezeItems([egg, ham, thawed], onChange);
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
