import { fetchOk, readBody } from "../client";

/** Returns a stored picture of a receipt, counted from 0. */
export async function receiptPicture(sessionId: string, number: number, signal?: AbortSignal): Promise<Blob> {
  const response = await fetchOk(`/api/scan-sessions/${encodeURIComponent(sessionId)}/pictures/${number}`, {
    signal,
    timeoutMs: 60_000,
  });
  return readBody(response.blob());
}
