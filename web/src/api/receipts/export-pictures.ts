import { dayField } from "../../lib/domain/freshness";
import { zip, type ZipFile } from "../../lib/zip";
import { ApiError, request } from "../client";
import type { ScanSession } from "../types";
import { receiptPicture } from "./pictures";

/** A file name that every system takes. */
function fileName({ id, scannedAt, store }: ScanSession, number: number): string {
  const shop = (store ?? "")
    .replace(/[^\p{L}\p{N} .-]/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return `${[dayField(scannedAt), shop, `#${id.split("-")[0]}`, number + 1].filter(Boolean).join(" ")}.jpg`;
}

/** Returns the photos of all stored receipts as a ZIP archive; nothing if there are none. */
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
          at: new Date(session.scannedAt),
        });
      } catch (error) {
        // It may go at this very moment.
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
      }
    }
  }
  return files.length > 0 ? zip(files) : null;
}
