import type { SeenCode } from "./reader";

/** Returns how often a code must be read before it is accepted: QR codes correct themselves. */
function needed(format: string): number {
  return /qr|matrix/i.test(format) ? 1 : 2;
}

/**
 * Returns true for the left half of an EAN-13, whose end looks like a UPC-E's guard. Its parities are those of a UPC-E
 * of number system 1, which is not in use: GS1 assigns short codes to prefix 0 only.
 */
function isHalf({ text, format }: SeenCode): boolean {
  // Some readers return the eight printed digits, ours the thirteen that they represent.
  return /upc.?e/i.test(format) && text.at(text.length === 13 ? 1 : 0) === "1";
}

/**
 * Believes what was read often enough, over the pictures of one camera: a wrong product would be worse than another
 * tenth of a second.
 */
export function confirmRepeatedCodes(): (codes: readonly SeenCode[]) => readonly SeenCode[] {
  const times = new Map<string, number>();
  return (seen) => {
    const codes = seen.filter((code) => !isHalf(code));
    for (const { text } of codes) times.set(text, (times.get(text) ?? 0) + 1);
    return codes.filter(({ text, format }) => (times.get(text) ?? 0) >= needed(format));
  };
}
