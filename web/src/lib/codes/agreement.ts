import type { SeenCode } from "./reader";

/** How often a code must have been read before it is believed: square ones correct themselves, a piece of a long barcode can look like the short UPC-E. */
function needed(format: string): number {
  if (/qr|matrix/i.test(format)) return 1;
  return /upc.?e/i.test(format) ? 4 : 2;
}

/** Believes what was read often enough, over the pictures of one camera: a wrong product would be worse than another tenth of a second. */
export function agreement(): (codes: readonly SeenCode[]) => readonly SeenCode[] {
  const times = new Map<string, number>();
  return (codes) => {
    for (const { text } of codes) times.set(text, (times.get(text) ?? 0) + 1);
    return codes.filter(({ text, format }) => (times.get(text) ?? 0) >= needed(format));
  };
}
