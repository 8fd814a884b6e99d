import { outbox } from "../../api/outbox/outbox";
import type { Preferences } from "../../api/types";

/** Changes the account's reminders. The app announces refused changes. */
export function updateReminders(change: Partial<Preferences>): void {
  void outbox.submit({ kind: "preferences.update", preferences: change });
}

/** Turns the household's product lookups on or off. */
export function setProductLookup(productLookup: boolean): void {
  void outbox.submit({ kind: "preferences.update", preferences: { productLookup } });
}
