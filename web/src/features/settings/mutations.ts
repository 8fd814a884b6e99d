import { outbox } from "../../api/outbox/outbox";
import type { Preferences } from "../../api/types";
import { deviceTimeZone } from "../../lib/time/dates";

/** Mutations of the preferences. The app announces refused changes. */
function updateReminders(change: Partial<Preferences>): void {
  void outbox.submit({ kind: "preferences.update", preferences: { ...change, timeZone: deviceTimeZone() } });
}

/** Changes when the account gets reminders, in this device's time zone. */
export const useUpdateReminders = (): typeof updateReminders => updateReminders;

function setProductLookup(productLookup: boolean): void {
  void outbox.submit({ kind: "preferences.update", preferences: { productLookup } });
}

/** Turns the household's product lookups on or off. */
export const useSetProductLookup = (): typeof setProductLookup => setProductLookup;
