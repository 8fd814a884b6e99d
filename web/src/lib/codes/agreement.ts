import type { SeenCode } from "./reader";

/** How often a code must have been read before it is believed: square ones correct themselves. */
function needed(format: string): number {
  return /qr|matrix/i.test(format) ? 1 : 2;
}

/**
 * Whether it is the left half of an EAN-13, which ends in a UPC-E's own guard wherever the right half begins with a
 * bar, as it always does. Its pattern of parities is that of a UPC-E of number system 1, which nobody prints: GS1 gives
 * the short code to prefix 0 alone.
 */
function isHalf({ text, format }: SeenCode): boolean {
  // Some readers tell the eight digits that are printed, ours the thirteen that they stand for.
  return /upc.?e/i.test(format) && text.at(text.length === 13 ? 1 : 0) === "1";
}

/**
 * Believes what was read often enough, over the pictures of one camera: a wrong product would be worse than another
 * tenth of a second.
 */
export function agreement(): (codes: readonly SeenCode[]) => readonly SeenCode[] {
  const times = new Map<string, number>();
  return (seen) => {
    const codes = seen.filter((code) => !isHalf(code));
    for (const { text } of codes) times.set(text, (times.get(text) ?? 0) + 1);
    return codes.filter(({ text, format }) => (times.get(text) ?? 0) >= needed(format));
  };
}
