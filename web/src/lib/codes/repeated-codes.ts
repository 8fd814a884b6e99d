import type { SeenCode } from "./reader";

/** Returns how often a code must be read before it is accepted. QR and DataMatrix codes have error correction. */
function requiredReadings(format: string): number {
  return /qr|matrix/i.test(format) ? 1 : 2;
}

/**
 * Returns true for a UPC-E that is the left half of an EAN-13. The half has number system 1, which GS1 does not assign
 * to UPC-E codes.
 */
function isHalf({ text, format }: SeenCode): boolean {
  // Some readers return the eight printed digits, ZXing the thirteen that they represent.
  return /upc.?e/i.test(format) && text.at(text.length === 13 ? 1 : 0) === "1";
}

/** Returns a function that takes the codes of each picture, and returns those that were read often enough. */
export function confirmRepeatedCodes(): (codes: readonly SeenCode[]) => readonly SeenCode[] {
  const readings = new Map<string, number>();
  return (seen) => {
    const codes = seen.filter((code) => !isHalf(code));
    for (const { text } of codes) readings.set(text, (readings.get(text) ?? 0) + 1);
    return codes.filter(({ text, format }) => (readings.get(text) ?? 0) >= requiredReadings(format));
  };
}
