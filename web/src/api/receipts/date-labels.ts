import { toBase64 } from "../../lib/browser/base64";
import type { DateOrder } from "../../lib/time/date-order";
import { request } from "../client";
import type { PrintedDate, Schemas } from "../types";

/** A picture is read in about a second; the server gives up after eleven. */
const TIMEOUT_MS = 12_000;

/** Reads the dates in a picture of a package, the likeliest first. The server does not store the picture. */
export async function readDateLabels(
  picture: Blob,
  today: string,
  order: DateOrder | null,
  signal: AbortSignal,
): Promise<readonly PrintedDate[]> {
  const imageBase64 = await toBase64(picture);
  const { dates } = await request<Schemas["PrintedDates"]>("/api/date-labels", {
    method: "POST",
    body: { imageBase64, today, order } satisfies Schemas["DateLabel"],
    timeoutMs: TIMEOUT_MS,
    signal,
  });
  return dates;
}
