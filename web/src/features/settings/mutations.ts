import { outbox } from "../../api/outbox/outbox";
import type { Preferences } from "../../api/types";
import { deviceTimeZone } from "../../lib/time/dates";

/** Changes the account's reminders, in this device's time zone. The app announces refused changes. */
export function updateReminders(change: Partial<Preferences>): void {
  void outbox.submit({ kind: "preferences.update", preferences: { ...change, timeZone: deviceTimeZone() } });
}

/** Turns the household's product lookups on or off. */
export function setProductLookup(productLookup: boolean): void {
  void outbox.submit({ kind: "preferences.update", preferences: { productLookup } });
}
