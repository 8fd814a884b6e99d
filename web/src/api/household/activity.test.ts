import { expect, it } from "vitest";
import { rowOf } from "../../../test/support/rows";
import type { ShoppingListItem } from "../types";
import { activityOf } from "./activity";

const row = (id: string, over: Partial<ShoppingListItem> = {}) => rowOf("Milk", { id, changedBy: null, ...over });

it("returns ticked, unticked, added and changed rows of another device", () => {
  const before = [row("a")];
  expect(activityOf(before, [row("a", { isCompleted: true, version: 2, changedBy: "phone" })], "me")).toEqual({
    kind: "ticked",
    by: "phone",
    name: "Milk",
    count: 1,
  });
  expect(
    activityOf([row("a", { isCompleted: true })], [row("a", { version: 2, changedBy: "phone" })], "me")?.kind,
  ).toBe("unticked");
  expect(activityOf(before, [...before, row("b", { name: "Bread", changedBy: "phone" })], "me")).toEqual({
    kind: "added",
    by: "phone",
    name: "Bread",
    count: 1,
  });
  expect(activityOf(before, [row("a", { quantity: 2, version: 2, changedBy: "phone" })], "me")?.kind).toBe("changed");
});

it("ignores own changes, changes without a device, and unchanged rows", () => {
  const before = [row("a")];
  expect(activityOf(before, [row("a", { isCompleted: true, version: 2, changedBy: "me" })], "me")).toBeUndefined();
  expect(activityOf(before, [row("a", { isCompleted: true, version: 2 })], "me")).toBeUndefined();
  expect(activityOf([row("a", { changedBy: "phone" })], [row("a", { changedBy: "phone" })], "me")).toBeUndefined();
});

it("counts equal changes of rows with the same name once, and returns the number of others", () => {
  const done = { isCompleted: true, version: 2, changedBy: "phone" };
  expect(activityOf([row("a"), row("b")], [row("a", done), row("b", done)], "me")).toMatchObject({
    kind: "ticked",
    name: "Milk",
    count: 1,
  });
  expect(
    activityOf([row("a"), row("b", { name: "Bread" })], [row("a", done), row("b", { name: "Bread", ...done })], "me"),
  ).toMatchObject({ kind: "changed", count: 2 });
});
