/** The time zone in which the larder's days are counted. */
let format: Intl.DateTimeFormat | undefined;
/** Days by minute: lists ask for the same ones, and formatting is slow. */
const days = new Map<number, string>();
const MAX_DAYS = 2_000;
const QUARTER_HOUR_MS = 900_000;
/** No zone is farther from UTC than this. */
const MAX_OFFSET_QUARTER_HOURS = 15 * 4;

/** Sets the zone; undefined for the device's. */
export function setLarderZone(name: string | undefined): void {
  days.clear();
  format = undefined;
  if (name === undefined || name === Intl.DateTimeFormat().resolvedOptions().timeZone) return;
  try {
    // Swedish writes 2026-12-12.
    format = new Intl.DateTimeFormat("sv", { timeZone: name, year: "numeric", month: "2-digit", day: "2-digit" });
  } catch {
    // An old browser may not know the zone: the device's is used.
  }
}

/** Returns the larder's calendar day (2026-12-12) at a moment; undefined if the device's zone is used. */
export function dayInLarderZone(moment: Date): string | undefined {
  if (!format) return undefined;
  const minute = Math.floor(moment.getTime() / 60_000);
  let day = days.get(minute);
  if (day === undefined) {
    if (days.size >= MAX_DAYS) days.clear();
    days.set(minute, (day = format.format(moment)));
  }
  return day;
}

/**
 * Returns the first moment of a calendar day (2026-12-12) in the larder's zone; undefined if the device's zone is used.
 */
export function startInLarderZone(day: string): Date | undefined {
  if (!format) return undefined;
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const moment = (quarterHours: number) => new Date(midnight + quarterHours * QUARTER_HOUR_MS);
  let [before, start] = [-MAX_OFFSET_QUARTER_HOURS, MAX_OFFSET_QUARTER_HOURS];
  while (start - before > 1) {
    const middle = Math.floor((before + start) / 2);
    if (format.format(moment(middle)) < day) before = middle;
    else start = middle;
  }
  return moment(start);
}
