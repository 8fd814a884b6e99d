import { dayIndex } from "../domain/freshness";
import { locale, type Language } from "../language/i18n";

/** The units and their lengths in seconds, the longest first. */
const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];

const formats = new Map<string, Intl.RelativeTimeFormat>();

function format(of: Language, numeric: "auto" | "always"): Intl.RelativeTimeFormat {
  const name = `${of} ${numeric}`;
  let cached = formats.get(name);
  if (!cached) formats.set(name, (cached = new Intl.RelativeTimeFormat(locale(of), { numeric })));
  return cached;
}

/**
 * Returns a text such as "3 hours ago" for a moment before `now`. Days are calendar days ("yesterday"); longer times
 * are counted ("1 month ago"), because "last month" means a calendar month.
 */
export function formatRelative(of: Language, iso: string | Date, now: Date): string {
  const then = new Date(iso);
  const seconds = (then.getTime() - now.getTime()) / 1000;
  const [unit, size] = STEPS.find((step) => Math.abs(seconds) >= step[1]) ?? ["second", 1];
  if (unit === "day") return format(of, "auto").format(dayIndex(then, now), unit);
  if (unit === "second") return format(of, "auto").format(0, unit);
  // Truncated, because rounding would give "60 minutes".
  return format(of, "always").format(Math.trunc(seconds / size), unit);
}
