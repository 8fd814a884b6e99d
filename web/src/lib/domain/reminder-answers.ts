import { values } from "../browser/database";

const USED = "reminder-used";

/** Ids of items that a reminder's "Used up" answered, which no page has handled yet. */
function idsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((id) => typeof id === "string") : [];
}

/** Notes in the service worker that an item was used up: only a page can put it on the shopping list. */
export async function noteUsedInReminder(itemId: string): Promise<void> {
  await values.update(USED, (value) => [...idsIn(value), itemId]);
}

/** Returns the stored answers and deletes them, so that only one of several pages handles them. */
export async function takeUsedInReminders(): Promise<readonly string[]> {
  return idsIn(await values.update(USED, () => []));
}
