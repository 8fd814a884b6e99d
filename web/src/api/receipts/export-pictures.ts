import { downloadZip } from "client-zip";
import { dayField } from "../../lib/domain/freshness";
import { ApiError, request } from "../client";
import type { ScanSession } from "../types";
import { receiptPicture } from "./pictures";

/** Returns a file name that is valid on every system. */
function fileName({ id, scannedAt, store }: ScanSession, number: number): string {
  const storeName = (store ?? "")
    .replace(/[^\p{L}\p{N} .-]/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return `${[dayField(scannedAt), storeName, `#${id.split("-")[0]}`, number + 1].filter(Boolean).join(" ")}.jpg`;
}

interface PictureExport {
  /** A ZIP archive; null if there are no pictures. */
  readonly archive: Blob | null;
  /** The number of pictures that could not be loaded. */
  readonly missing: number;
}

/**
 * Returns the stored pictures of all receipts as a ZIP archive, which is made while they arrive, one after the other. A
 * picture that cannot be loaded is counted, unless it was deleted meanwhile, and the others are exported. Calls
 * `onProgress` before each one.
 */
export async function exportPictures(onProgress: (n: number, all: number) => void): Promise<PictureExport> {
  const sessions = await request<ScanSession[]>("/api/scan-sessions");
  const all = sessions.reduce((sum, { pictures }) => sum + pictures, 0);
  let [begun, added, missing] = [0, 0, 0];
  async function* files() {
    for (const session of sessions)
      for (let number = 0; number < session.pictures; number += 1) {
        onProgress((begun += 1), all);
        const input = await receiptPicture(session.id, number).catch((error: unknown) => {
          if (!(error instanceof ApiError) || error.status !== 404) missing += 1;
        });
        if (!input) continue;
        added += 1;
        yield { name: fileName(session, number), lastModified: new Date(session.scannedAt), input };
      }
  }
  const archive = await downloadZip(files()).blob();
  return { archive: added > 0 ? archive : null, missing };
}
