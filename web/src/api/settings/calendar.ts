import type { Language } from "../../lib/language/i18n";
import { newId } from "../../lib/state/ids";
import { request } from "../client";
import type { CalendarCreated, CalendarView } from "../types";

export async function ownCalendar(): Promise<CalendarView | null> {
  return (await request<{ calendar?: CalendarView | null }>("/api/calendar")).calendar ?? null;
}

/** Creates a calendar link; an earlier one stops working. */
export function createCalendar(language: Language): Promise<CalendarCreated> {
  return request("/api/calendar", { method: "POST", body: { language }, idempotencyKey: newId() });
}

export async function endCalendar(): Promise<void> {
  await request("/api/calendar", { method: "DELETE", idempotencyKey: newId() });
}
