/** The number of digits of the last group of a UUID, which is counted up. */
const LAST_DIGITS = 12;

/** Returns true if `derivedId` made an id from another. */
export function isDerivedFrom(id: string, origin: string): boolean {
  return id !== origin && origin.length > LAST_DIGITS && id.startsWith(origin.slice(0, -LAST_DIGITS));
}

/** Returns the nth id derived from another, always the same. */
export function derivedId(id: string, n: number): string {
  const last = (Number.parseInt(id.slice(-LAST_DIGITS), 16) + n + 1) % 16 ** LAST_DIGITS;
  return id.slice(0, -LAST_DIGITS) + last.toString(16).padStart(LAST_DIGITS, "0");
}
