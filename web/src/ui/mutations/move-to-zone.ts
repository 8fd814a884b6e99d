import { outbox } from "../../api/outbox/outbox";

/** Counts the larder's days, and sends its reminders, in another time zone. */
export function moveToZone(timeZone: string): void {
  void outbox.submit({ kind: "preferences.update", preferences: { timeZone } });
}
