import { dayIndex } from "../domain/freshness";
import { locale, type Language } from "../language/i18n";

/** Cached, because formatters are slow to create and lists show many dates. */
const formats = new Map<string, Intl.DateTimeFormat>();

function format(of: Language, key: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = `${of} ${key}`;
  let cached = formats.get(name);
  if (!cached) formats.set(name, (cached = new Intl.DateTimeFormat(locale(of), options)));
  return cached;
}

/** Formats a day with its year: 21 Nov 2026. */
export function formatDate(of: Language, iso: string | Date): string {
  return format(of, "date", { day: "numeric", month: "short", year: "numeric" }).format(new Date(iso));
}

/** Formats a day with its weekday, or a day of another year with its year: Sat, 21 Nov. */
export function formatDay(of: Language, iso: string | Date, now: Date): string {
  const date = new Date(iso);
  if (date.getFullYear() !== now.getFullYear()) return formatDate(of, date);
  return format(of, "day", { weekday: "short", day: "numeric", month: "short" }).format(date);
}

const relatives = new Map<Language, Intl.RelativeTimeFormat>();

function relative(of: Language): Intl.RelativeTimeFormat {
  let cached = relatives.get(of);
  if (!cached) relatives.set(of, (cached = new Intl.RelativeTimeFormat(locale(of), { numeric: "auto" })));
  return cached;
}

/** Formats a day for a list: Yesterday, Today, Tomorrow, Wed within a week, 4 Dec, May 2027 from half a year on. */
export function formatFutureDay(of: Language, iso: string | Date, now: Date): string {
  const days = dayIndex(iso, now);
  const date = new Date(iso);
  if (Math.abs(days) <= 1) return capitalised(of, relative(of).format(days, "day"));
  if (days > 1 && days < 7) return formatWeekday(of, date);
  if (days >= 180) return format(of, "month", { month: "short", year: "numeric" }).format(date);
  return formatShort(of, date, now);
}

/** Formats a day within a sentence, also a past one: today, tomorrow, Wed within a week, 4 Dec. */
export function formatDayInText(of: Language, day: Date, now: Date): string {
  const days = dayIndex(day, now);
  if (days === 0 || days === 1) return relative(of).format(days, "day");
  return Math.abs(days) < 7 ? formatWeekday(of, day) : formatShort(of, day, now);
}

/** Formats a day that may be far away: 4 Dec within two months, then February, and Feb 2028 from eleven months on. */
export function formatFarDay(of: Language, iso: string | Date, now: Date): string {
  const days = dayIndex(iso, now);
  if (days < 60) return formatShort(of, iso, now);
  return days < 330
    ? format(of, "long month", { month: "long" }).format(new Date(iso))
    : format(of, "month", { month: "short", year: "numeric" }).format(new Date(iso));
}

/** Formats a calendar day (2026-12-12), which is the same in every time zone. */
export function formatCalendarDay(of: Language, day: string): string {
  return formatDate(of, `${day}T12:00:00`);
}

/** Formats a day, and its year if it is another one: 21 Nov. */
export function formatShort(of: Language, iso: string | Date, now: Date): string {
  const date = new Date(iso);
  if (date.getFullYear() !== now.getFullYear()) return formatDate(of, date);
  return format(of, "short", { day: "numeric", month: "short" }).format(date);
}

/** Formats a time of today (2:41 PM), or the day of another moment. */
export function formatMoment(of: Language, moment: number, now: Date): string {
  if (dayIndex(new Date(moment), now) !== 0) return formatShort(of, new Date(moment), now);
  return format(of, "time", { timeStyle: "short" }).format(moment);
}

/** Formats a weekday: Sat. */
export function formatWeekday(of: Language, date: Date, width: "short" | "long" = "short"): string {
  return format(of, `weekday-${width}`, { weekday: width }).format(date);
}

const numbers = new Map<Language, Intl.NumberFormat>();

export function formatNumber(of: Language, value: number): string {
  let cached = numbers.get(of);
  if (!cached) numbers.set(of, (cached = new Intl.NumberFormat(locale(of), { maximumFractionDigits: 3 })));
  return cached.format(value);
}

/** Returns a text with a capital first letter. */
function capitalised(of: Language, text: string): string {
  return text.charAt(0).toLocaleUpperCase(locale(of)) + text.slice(1);
}

/**
 * Returns a local moment of a UTC day from the server: `now` if it is still that day in UTC, else noon of the local
 * day.
 */
export function momentOfUtcDay(day: string, now: Date): string {
  return now.toISOString().startsWith(day) ? now.toISOString() : `${day}T12:00:00`;
}

/** Returns the IANA name of the device's time zone. */
export function deviceTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
