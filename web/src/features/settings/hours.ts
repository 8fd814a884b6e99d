import { locale, type Language } from "../../lib/language/i18n";

/** Every full hour from 06:00 to 21:00 (specification §5). */
export const HOURS: readonly string[] = Array.from(
  { length: 16 },
  (_, index) => `${String(index + 6).padStart(2, "0")}:00`,
);

/** Formats a time such as "09:00" in the user's language: 09:00 or 9:00 AM. */
export function formatHour(language: Language, time: string): string {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return new Intl.DateTimeFormat(locale(language), { hour: "numeric", minute: "2-digit" }).format(
    new Date(2000, 0, 1, hours, minutes),
  );
}
