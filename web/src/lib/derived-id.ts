/** Derives the nth id from another, always the same. */
export function derivedId(id: string, n: number): string {
  const last = (Number.parseInt(id.slice(-12), 16) + n + 1) % 2 ** 48;
  return id.slice(0, -12) + last.toString(16).padStart(12, "0");
}
