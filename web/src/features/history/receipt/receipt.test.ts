import { describe, expect, it } from "vitest";
import { itemOf } from "../../../../test/support/rows";
import { historyStrings } from "virtual:strings/history";
import type { GroceryItem, Receipt } from "../../../api/types";
import { expiryAfter } from "../../../lib/domain/freshness";
import { derivedId } from "../../../lib/state/derived-id";
import { requestFor } from "../../../api/outbox/kinds";
import { skippedItem } from "./skipped-item";
import { totalProblem } from "./total";
import { needsCheck, orderOf, receiptLinesOf } from "./use-lines";

const item = (id: string, more: Partial<GroceryItem> = {}) => itemOf(id, { confidence: 0.95, ...more });

describe("the lines of a receipt", () => {
  const lines = (items: readonly GroceryItem[], ...more: [GroceryItem[]?, GroceryItem[]?, Pick<Receipt, "lines">?]) =>
    receiptLinesOf(items, orderOf(items), more[0], more[1], more[2]);

  it("shows the least certain first, and keeps its position once it was checked", () => {
    const read = [
      item("a"),
      item("b", { confidence: 0.6 }),
      item("c", { confidence: null }),
      item("d", { confidence: 0.3 }),
    ];
    const ids = (current: GroceryItem[]) => lines(read, current).map((line) => line.item.id);
    expect(ids(read)).toEqual(["d", "b", "a", "c"]);
    const checked = read.map((one) => ({ ...one, confidence: 1 }));
    expect(ids(checked)).toEqual(["d", "b", "a", "c"]);
    expect(lines(read, checked).filter(needsCheck)).toEqual([]);
  });

  it("omits the items of skipped lines, which are shown at their own line", () => {
    const session = "0192f0c4-5b7e-7c3a-9d55-6a1b2c3d4e5f";
    const added = item(derivedId(session, 0), { scanSessionId: session });
    expect(lines([item("a", { scanSessionId: session }), added]).map((line) => line.item.id)).toEqual(["a"]);
  });

  it("shows the current items, and marks missing ones as left out", () => {
    const read = [item("a"), item("b"), item("c", { itemStatus: "archived" })];
    const shown = lines(read, [item("a", { name: "Oat milk" })], undefined, {
      lines: [{ itemId: "b", place: { photo: 0, left: 0, top: 0.1, right: 1, bottom: 0.2 } }],
    });
    expect(shown.map((line) => [line.item.name, line.isRemoved])).toEqual([
      ["Oat milk", false],
      ["b", true],
      ["c", true],
    ]);
    expect(shown.map((line) => line.area?.top)).toEqual([undefined, 0.1, undefined]);
  });
});

it.each([
  [{ total: 9.17, currency: "EUR", offBy: 3.2 }, "The lines are €3.20 short of the receipt's total."],
  [{ total: 9.17, currency: "EUR", offBy: -1.1 }, "The lines are €1.10 over the receipt's total."],
  [{ total: 1234.5, currency: null, offBy: 0 }, undefined],
  [{}, "No total found in the photo, so lines may be missing."],
])("explains whether the lines of %j match its total", (receipt, text) => {
  expect(totalProblem(historyStrings().receipt, "en", receipt)).toBe(text);
});

describe("the item of a skipped line", () => {
  const line = {
    rawText: "BAGS",
    name: "Trash bags",
    category: "Household",
    quantity: 2,
    unit: "pack",
    shelfLifeDays: 10,
    price: 1.99,
  };
  const receipt = {
    id: "0192f0c4-5b7e-7c3a-9d55-ffffffffffff",
    userId: "me",
    scannedAt: "2026-11-24T10:00:00.000Z",
    currency: "EUR",
  } as Receipt;
  const added = (index: number) => skippedItem(receipt, line, index, new Date());

  it("has the same id each time the line is added, and another for another line", () => {
    expect(added(0).id).toBe(added(0).id);
    expect(added(1).id).not.toBe(added(0).id);
  });

  it("keeps from the day of the scan", () => {
    expect(added(0).expiresAt).toBe(expiryAfter(line.shelfLifeDays, new Date(receipt.scannedAt)));
  });

  it("is sent with its price", () => {
    const { body } = requestFor({ kind: "item.create", item: added(0) }).options;
    expect(body).toMatchObject({ name: "Trash bags", quantity: 2, price: 1.99, currency: "EUR" });
  });
});
