import { values } from "../browser/database";

/** The stored ids of items that the user marked "Used up" in a reminder, until a page handles them. */
const KEY = "reminder-used";

function parseIds(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((id) => typeof id === "string") : [];
}

/** Stores an id in the service worker. A page then puts the item on the shopping list. */
export async function noteUsedInReminder(itemId: string): Promise<void> {
  await values.update(KEY, (value) => [...parseIds(value), itemId]);
}

/** Returns the stored ids and deletes them, so that only one of several pages handles them. */
export async function takeUsedInReminders(): Promise<readonly string[]> {
  return parseIds(await values.update(KEY, () => []));
}
