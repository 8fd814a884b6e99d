import { expect, it } from "vitest";
import { ownPlaceOf, placesWith, type OwnPlace } from "./places";

const cellar: OwnPlace = { id: "cellar", name: "Cellar", storage: "pantry" };
const chest: OwnPlace = { id: "chest", name: "Second freezer", storage: "freezer" };

it("lists each own place after the storage place that it keeps food like", () => {
  const ids = placesWith([cellar, chest]).map(({ id }) => id);
  expect(ids).toEqual(["fridge", "freezer", "chest", "pantry", "cellar", "counter"]);
});

it("finds the own place of an item, and none for a place that was removed", () => {
  expect(ownPlaceOf({ place: "chest" }, [cellar, chest])).toBe(chest);
  expect(ownPlaceOf({ place: "caravan" }, [cellar, chest])).toBeUndefined();
  expect(ownPlaceOf({ place: null }, [cellar])).toBeUndefined();
  expect(ownPlaceOf({ place: "cellar" }, undefined)).toBeUndefined();
});
