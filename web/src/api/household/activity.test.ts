import { expect, it } from "vitest";
import { rowOf } from "../../../test/support/rows";
import type { ShoppingListItem } from "../types";
import { activityOf } from "./activity";

const row = (id: string, over: Partial<ShoppingListItem> = {}) => rowOf("Milk", { id, changedBy: null, ...over });

it("tells what another device ticked, took back, added and changed", () => {
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

it("keeps quiet about one's own doings, about what nobody is named for, and about what stayed", () => {
  const before = [row("a")];
  expect(activityOf(before, [row("a", { isCompleted: true, version: 2, changedBy: "me" })], "me")).toBeUndefined();
  expect(activityOf(before, [row("a", { isCompleted: true, version: 2 })], "me")).toBeUndefined();
  expect(activityOf([row("a", { changedBy: "phone" })], [row("a", { changedBy: "phone" })], "me")).toBeUndefined();
});

it("says one thing of a name that is on the list twice, and a number of several", () => {
  const done = { isCompleted: true, version: 2, changedBy: "phone" };
  expect(activityOf([row("a"), row("b")], [row("a", done), row("b", done)], "me")).toMatchObject({
    kind: "ticked",
    name: "Milk",
  });
  expect(
    activityOf([row("a"), row("b", { name: "Bread" })], [row("a", done), row("b", { name: "Bread", ...done })], "me"),
  ).toMatchObject({ kind: "changed", count: 2 });
});
