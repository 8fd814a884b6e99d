import "fake-indexeddb/auto";
import { expect, it } from "vitest";
import { noteUsedInReminder, takeUsedInReminders } from "./reminder-answers";

it("returns each stored id to one of several pages", async () => {
  await Promise.all([noteUsedInReminder("milk"), noteUsedInReminder("ham")]);
  const taken = await Promise.all([takeUsedInReminders(), takeUsedInReminders()]);
  expect(taken).toEqual([["milk", "ham"], []]);
  await noteUsedInReminder("eggs");
  expect(await takeUsedInReminders()).toEqual(["eggs"]);
});
