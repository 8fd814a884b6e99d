import { expect, it } from "vitest";
import { outboxStrings } from "virtual:strings/outbox";
import type { Change } from "../../api/outbox/changes";
import { describeChange } from "./describe-change";

it.each<[Change, string]>([
  [{ kind: "list.toggle", id: "1", isCompleted: true }, "Check off an item"],
  [{ kind: "list.toggle", id: "1", isCompleted: false }, "Uncheck an item"],
  [{ kind: "preferences.update", preferences: { aisles: ["Fruits"] } }, "Aisle order"],
  [{ kind: "preferences.update", preferences: { removedPlace: "1" } }, "Your places"],
  [{ kind: "preferences.update", preferences: { productLookup: true } }, "Product names"],
  [{ kind: "preferences.update", preferences: { notificationTime: "10:00" } }, "Time of the reminder"],
])("describes %o", (change, words) => {
  expect(describeChange(outboxStrings(), change)).toBe(words);
});
