import { dayIndex } from "../domain/freshness";
import { locale, type Language } from "../language/i18n";

/** Formatters are expensive to make and lists show many dates, so each is made once. */
const formats = new Map<string, Intl.DateTimeFormat>();

function format(of: Language, key: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = `${of} ${key}`;
  let made = formats.get(name);
  if (!made) formats.set(name, (made = new Intl.DateTimeFormat(locale(of), options)));
  return made;
}

/** 21 Nov 2026 */
export function formatDate(of: Language, iso: string | Date): string {
  return format(of, "date", { day: "numeric", month: "short", year: "numeric" }).format(new Date(iso));
}

/** Sat, 21 Nov; in another year with the year and without the weekday. */
export function formatDay(of: Language, iso: string | Date, now: Date): string {
  const date = new Date(iso);
  if (date.getFullYear() !== now.getFullYear()) return formatDate(of, date);
  return format(of, "day", { weekday: "short", day: "numeric", month: "short" }).format(date);
}

const relatives = new Map<Language, Intl.RelativeTimeFormat>();

function relative(of: Language): Intl.RelativeTimeFormat {
  let made = relatives.get(of);
  if (!made) relatives.set(of, (made = new Intl.RelativeTimeFormat(locale(of), { numeric: "auto" })));
  return made;
}

/**
 * A coming day in words: today, tomorrow, Wed; 4 Dec from a week on, with its year if that is another one; May 2027
 * from half a year on.
 */
export function formatComing(of: Language, iso: string | Date, now: Date): string {
  const ahead = dayIndex(iso, now);
  const date = new Date(iso);
  if (ahead === 0 || ahead === 1) return capitalised(of, relative(of).format(ahead, "day"));
  if (ahead > 1 && ahead < 7) return formatWeekday(of, date);
  if (ahead >= 180) return format(of, "month", { month: "short", year: "numeric" }).format(date);
  return formatShort(of, date, now);
}

/** 21 Nov; with its year if that is another one. */
export function formatShort(of: Language, iso: string | Date, now: Date): string {
  const date = new Date(iso);
  if (date.getFullYear() !== now.getFullYear()) return formatDate(of, date);
  return format(of, "short", { day: "numeric", month: "short" }).format(date);
}

/** 2:41 PM; another day without the time. */
export function formatMoment(of: Language, moment: number, now: Date): string {
  if (dayIndex(new Date(moment), now) !== 0) return formatShort(of, new Date(moment), now);
  return format(of, "time", { timeStyle: "short" }).format(moment);
}

/** Sat */
export function formatWeekday(of: Language, date: Date, width: "short" | "long" = "short"): string {
  return format(of, `weekday-${width}`, { weekday: width }).format(date);
}

const numbers = new Map<Language, Intl.NumberFormat>();

export function formatNumber(of: Language, value: number): string {
  let made = numbers.get(of);
  if (!made) numbers.set(of, (made = new Intl.NumberFormat(locale(of), { maximumFractionDigits: 3 })));
  return made.format(value);
}

/** Returns a text with a capital first letter. */
export function capitalised(of: Language, text: string): string {
  return text.charAt(0).toLocaleUpperCase(locale(of)) + text.slice(1);
}

/**
 * Returns a local moment of a day that the server noted in UTC. While it is still that day in UTC, it is now: the local
 * midnight may have passed since.
 */
export function notedDay(day: string, now: Date): string {
  return now.toISOString().startsWith(day) ? now.toISOString() : `${day}T12:00:00`;
}

/** The device's time zone, by its IANA name. */
export function deviceTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
