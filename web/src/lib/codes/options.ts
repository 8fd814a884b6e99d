import type { ReaderOptions } from "zxing-wasm/reader";

/** The codes of packages: EAN and UPC, GS1 codes with dates, and QR. The benchmark uses these options too. */
export const READER_OPTIONS: ReaderOptions = {
  formats: ["EANUPC", "QRCode", "DataMatrix", "Code128", "DataBar", "ITF"],
  tryHarder: true,
  tryRotate: true,
  tryInvert: true,
  tryDownscale: true,
  maxNumberOfSymbols: 2,
  // Keeps FNC1 as the separator character.
  textMode: "Plain",
};

/**
 * Degrees by which pictures are rotated, in this order, until a code is found: the reader scans along straight lines,
 * which do not cross all bars of a strongly tilted barcode.
 */
export const ROTATIONS = [0, 20, -20];

/** The longer side of the scaled picture in pixels. A larger one is slower and does not find more codes. */
export const MAX_SIDE = 1280;
