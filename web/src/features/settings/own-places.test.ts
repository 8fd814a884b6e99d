import { expect, it } from "vitest";
import type { OwnPlace } from "../../lib/domain/places";
import { isNameTaken } from "./own-places";

const cellar: OwnPlace = { id: "1", name: "Cellar", storage: "pantry" };
const names = { fridge: "Fridge", freezer: "Freezer", pantry: "Pantry", counter: "Counter" };

it("finds names of other places, ignoring case and spaces", () => {
  expect(isNameTaken(" CELLAR ", "2", [cellar], names)).toBe(true);
  expect(isNameTaken("cellar", "1", [cellar], names)).toBe(false);
  expect(isNameTaken("freezer", "2", [cellar], names)).toBe(true);
  expect(isNameTaken("Second freezer", "2", [cellar], names)).toBe(false);
});
