import { expect, it } from "vitest";
import { itemOf } from "../../../../test/support/rows";
import type { GroceryItem } from "../../../api/types";
import { changesOf, stepsOf } from "./dates-round";

const items = [
  itemOf("Milk", { id: "1", category: "Dairy" }),
  itemOf("Apples", { id: "2", category: "Fruit" }),
  itemOf("Ham", { id: "3", category: "Meat" }),
  itemOf("Milk", { id: "4", category: "Dairy" }),
  itemOf("Soap", { id: "5", category: "Household" }),
];
const ids = (steps: readonly (readonly GroceryItem[])[]) => steps.map((step) => step.map(({ id }) => id));

it("has one step for equal items, and none for items sold without a date", () => {
  expect(ids(stepsOf(items))).toEqual([["1", "4"], ["3"]]);
});

it("gives the date of a step to its items, and omits skipped steps and those without a day", () => {
  const steps = stepsOf(items);
  const printed = { day: "2026-12-24", kind: "use_by", photo: new Blob() } as const;
  const changes = changesOf("en", steps, [{ day: printed.day, printed }, { day: "" }]);
  expect(changes.map(({ after }) => [after.id, after.expiresOn, after.dateKind])).toEqual([
    ["1", "2026-12-24", "use_by"],
    ["4", "2026-12-24", "use_by"],
  ]);
  const [, , ham] = changesOf("en", steps, [{ day: "2026-12-24" }, { day: "2026-12-25" }]);
  expect(ham?.after).toMatchObject({ id: "3", expiresOn: "2026-12-25", dateKind: "best_before" });
  expect(changesOf("en", steps, [])).toEqual([]);
});
