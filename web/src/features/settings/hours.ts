import { locale, type Language } from "../../lib/language/i18n";

/** The choices of specification §5: every full hour from 06:00 to 21:00. */
export const HOURS: readonly string[] = Array.from(
  { length: 16 },
  (_, index) => `${String(index + 6).padStart(2, "0")}:00`,
);

/** "09:00" as people here write it: 09:00 or 9:00 AM. */
export function formatHour(language: Language, time: string): string {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return new Intl.DateTimeFormat(locale(language), { hour: "numeric", minute: "2-digit" }).format(
    new Date(2000, 0, 1, hours, minutes),
  );
}
