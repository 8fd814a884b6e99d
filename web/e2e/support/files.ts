import { join } from "node:path";

const folder = process.env["LARDER_E2E_DIR"] ?? "";

/** The receipts that `global-setup.ts` prints, and the film that the fake camera plays. */
export const files = {
  receipt: join(folder, "receipt.png"),
  otherReceipt: join(folder, "other-receipt.png"),
  /** A long one in two photos, the second of which begins a few lines above the first one's end. */
  longReceipt: [join(folder, "long-1.png"), join(folder, "long-2.png")] as [string, string],
  film: join(folder, "receipt.mjpeg"),
  landscape: join(folder, "landscape.png"),
  /** One byte over 10 MB. */
  big: join(folder, "big.jpg"),
};
