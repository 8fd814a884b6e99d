/** Parses a whole number of at least 1; unreadable input is 1 (specification §5). */
export function parseQuantity(text: string): number {
  const value = Number.parseInt(text, 10);
  return Number.isFinite(value) ? Math.min(100_000, Math.max(1, value)) : 1;
}
