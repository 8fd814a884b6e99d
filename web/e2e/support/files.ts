import { join } from "node:path";

const folder = process.env["LARDER_E2E_DIR"] ?? "";

/** The receipts that `global-setup.ts` renders, and the film of the fake camera. */
export const files = {
  receipt: join(folder, "receipt.png"),
  otherReceipt: join(folder, "other-receipt.png"),
  /** A long receipt in two photos, which overlap by a few lines. */
  longReceipt: [join(folder, "long-1.png"), join(folder, "long-2.png")] as [string, string],
  film: join(folder, "receipt.mjpeg"),
  landscape: join(folder, "landscape.png"),
};
