import { dayField } from "../../lib/domain/freshness";
import { zip, type ZipFile } from "../../lib/zip";
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

/** Returns the stored pictures of all receipts as a ZIP archive; null if there are none. */
export async function exportPictures(): Promise<Uint8Array<ArrayBuffer>[] | null> {
  const sessions = await request<ScanSession[]>("/api/scan-sessions");
  const files: ZipFile[] = [];
  for (const session of sessions) {
    for (let number = 0; number < session.pictures; number += 1) {
      try {
        const picture = await receiptPicture(session.id, number);
        files.push({
          name: fileName(session, number),
          bytes: new Uint8Array(await picture.arrayBuffer()),
          modifiedAt: new Date(session.scannedAt),
        });
      } catch (error) {
        // The server may delete a picture while the export runs.
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
      }
    }
  }
  return files.length > 0 ? zip(files) : null;
}
