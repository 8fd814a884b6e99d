import type { ReaderOptions } from "zxing-wasm/reader";

/** The codes of packages: EAN and UPC, GS1 codes with dates, and QR. The benchmark uses the same. */
export const READER_OPTIONS: ReaderOptions = {
  formats: ["EANUPC", "QRCode", "DataMatrix", "Code128", "DataBar", "ITF"],
  tryHarder: true,
  tryRotate: true,
  tryInvert: true,
  tryDownscale: true,
  maxNumberOfSymbols: 2,
  // FNC1 stays the separator that it is.
  textMode: "Plain",
};

/**
 * By how much a picture is turned before it is looked at, in degrees, one after the other until something is found: the
 * reader follows straight lines, which cross all bars of a tilted barcode only so far.
 */
export const TURNS = [0, 20, -20];

/** The long side of the picture that is looked at: more takes longer and finds no more. */
export const LOOK_SIDE = 1280;
