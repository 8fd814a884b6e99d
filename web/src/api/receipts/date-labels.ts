import { toBase64 } from "../../lib/browser/base64";
import type { DateOrder } from "../../lib/time/date-order";
import { request } from "../client";
import type { PrintedDate, Schemas } from "../types";

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
    signal,
  });
  return dates;
}
