/** Returns true if `derivedId` made an id from another. */
export function isDerivedFrom(id: string, origin: string): boolean {
  return id !== origin && origin.length > 12 && id.startsWith(origin.slice(0, -12));
}

/** Returns the nth id derived from another, always the same. */
export function derivedId(id: string, n: number): string {
  const last = (Number.parseInt(id.slice(-12), 16) + n + 1) % 2 ** 48;
  return id.slice(0, -12) + last.toString(16).padStart(12, "0");
}
