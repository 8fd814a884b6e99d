import { describe, expect, it } from "vitest";
import { itemOf } from "../../../test/support/rows";
import { changedFields } from "../item-fields";
import type { GroceryItem } from "../types";
import type { Change } from "./changes";
import { isChange, requestFor } from "./kinds";
import { overlayItems, overlayPreferences } from "./overlay";
import type { QueuedChange } from "./rows";

const bread = itemOf("Bread", {
  category: "Bakery",
  unit: "loaf",
  expiresAt: "2026-11-24T10:00:00.000Z",
  status: "soon",
});
const frozen: GroceryItem = {
  ...bread,
  storage: "freezer",
  expiresAt: "2027-03-21T10:00:00.000Z",
  frozenAt: "2026-11-21T11:00:00.000Z",
  expiresBeforeFreezing: bread.expiresAt,
  status: "fresh",
};
const queued = (change: Change): QueuedChange => ({
  v: 2,
  key: "k",
  uid: "me",
  at: "2026-11-21T12:00:00.000Z",
  change,
});

describe("an edit from a dialog that was open while another device froze the item", () => {
  const renamed = { ...bread, name: "Rye bread" };
  const change: Change = { kind: "item.update", item: renamed, fields: changedFields(bread, renamed) };

  it("sends only the changed field", () => {
    const { path, options } = requestFor(change);
    expect([options.method, path, options.body]).toEqual(["PATCH", "/api/items/Bread", { name: "Rye bread" }]);
  });

  it("keeps the other device's date in the list while it waits", () => {
    expect(overlayItems([frozen], queued(change))[0]).toMatchObject({
      name: "Rye bread",
      expiresAt: frozen.expiresAt,
      frozenAt: frozen.frozenAt,
      status: "fresh",
    });
  });

  it("is undone without undoing the other device's change", () => {
    const undo: Change = { kind: "item.update", item: bread, fields: changedFields(renamed, bread) };
    expect(requestFor(undo).options.body).toEqual({ name: "Bread" });
    expect(overlayItems([{ ...frozen, name: "Rye bread" }], queued(undo))[0]).toMatchObject({
      name: "Bread",
      expiresAt: frozen.expiresAt,
    });
  });
});

it("keeps a name that another device gave when a state is undone", () => {
  const undo: Change = {
    kind: "item.state",
    item: bread,
    event: { event: "undone", at: "2026-11-21T11:00:00.000Z" },
  };
  expect(overlayItems([{ ...frozen, name: "Rye bread" }], queued(undo))[0]).toMatchObject({
    name: "Rye bread",
    expiresAt: bread.expiresAt,
    frozenAt: null,
  });
});

it("sends a chosen day, and null for a new time without a day", () => {
  const picked = { ...bread, expiresAt: "2026-12-12T22:59:59.999Z", expiresOn: "2026-12-12" };
  const choice: Change = { kind: "item.update", item: picked, fields: changedFields(bread, picked) };
  expect(requestFor(choice).options.body).toEqual({ expiresAt: picked.expiresAt, expiresOn: "2026-12-12" });
  const longer = { ...picked, expiresAt: "2026-12-15T22:59:59.999Z", expiresOn: null };
  const change: Change = { kind: "item.update", item: longer, fields: changedFields(picked, longer) };
  expect(requestFor(change).options.body).toEqual({ expiresAt: longer.expiresAt, expiresOn: null });
  expect(overlayItems([picked], queued(change))[0]?.expiresOn).toBeNull();
});

it("confirms an uncertain receipt line by an edit, also before it is sent", () => {
  const unsure = { ...bread, confidence: 0.4 };
  const edit: Change = { kind: "item.update", item: unsure, fields: {} };
  expect(requestFor(edit).options).toMatchObject({ method: "PATCH", body: {} });
  expect(overlayItems([unsure], queued(edit))[0]).toMatchObject({ name: "Bread", confidence: 1 });
  const opened: Change = { kind: "item.state", item: unsure, event: { event: "opened" } };
  expect(overlayItems([unsure], queued(opened))[0]).toMatchObject({ confidence: 0.4 });
});

it("shows a move to an own place, and its storage, before it is sent", () => {
  const moved: Change = {
    kind: "item.state",
    item: { ...bread, storage: "pantry", place: "cellar" },
    event: { event: "moved", storage: "pantry", place: "cellar" },
  };
  expect(overlayItems([bread], queued(moved))[0]).toMatchObject({ storage: "pantry", place: "cellar" });
  expect(requestFor(moved).options.body).toEqual({ event: "moved", storage: "pantry", place: "cellar" });
  const back: Change = { kind: "item.state", item: bread, event: { event: "undone" } };
  expect(overlayItems([{ ...bread, place: "cellar" }], queued(back))[0]?.place).toBeNull();
});

it("subtracts from the quantity that another device has set", () => {
  const three = { ...bread, quantity: 3 };
  const one: Change = { kind: "item.update", item: three, fields: { quantityDelta: -1 } };
  expect(requestFor(one).options.body).toEqual({ quantityDelta: -1 });
  expect(overlayItems([{ ...three, quantity: 2 }], queued(one))[0]?.quantity).toBe(1);
  expect(overlayItems([{ ...three, quantity: 1 }], queued(one))).toEqual([]);
});

it("adds, changes or removes a place among another device's places", () => {
  const place = (id: string, name = id) => ({ id, name, storage: "pantry" as const });
  const others = { pushNotificationsEnabled: true, notificationTime: "09:00", places: [place("a"), place("b")] };
  const after = (preferences: Extract<Change, { kind: "preferences.update" }>["preferences"]) =>
    overlayPreferences(others, queued({ kind: "preferences.update", preferences }));
  expect(after({ changedPlace: place("c") }).places).toEqual([place("a"), place("b"), place("c")]);
  expect(after({ changedPlace: place("a", "Attic") }).places).toEqual([place("a", "Attic"), place("b")]);
  expect(after({ removedPlace: "a" }).places).toEqual([place("b")]);
  expect(after({ aisles: ["Milk"], movedAisles: ["Milk"] })).toEqual({ ...others, aisles: ["Milk"] });
});

it("creates a copied item with its history", () => {
  const opened = { ...frozen, place: "cellar", openedAt: "2026-11-21T10:30:00.000Z", left: 0.5 };
  const { place, openedAt, left, storage, frozenAt, expiresBeforeFreezing } = opened;
  expect(requestFor({ kind: "item.create", item: opened }).options.body).toMatchObject({
    place,
    openedAt,
    left,
    storage,
    frozenAt,
    expiresBeforeFreezing,
  });
});

it.each([
  ["a kind of this version", { kind: "list.remove", id: "a" }, true],
  ["a kind with wrong fields", { kind: "list.remove", id: 1 }, false],
  ["a kind of a newer version", { kind: "list.sort", id: "a" }, false],
  ["the name of an inherited property", { kind: "constructor" }, false],
  ["no object", null, false],
])("knows the changes that it can send: %s", (_, value, isKnown) => expect(isChange(value)).toBe(isKnown));
