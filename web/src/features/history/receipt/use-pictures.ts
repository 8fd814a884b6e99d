import { useQueries } from "@tanstack/react-query";
import { ApiError } from "../../../api/client";
import { receiptPicture } from "../../../api/receipts/pictures";

export interface Picture {
  readonly blob: Blob;
  readonly width: number;
  readonly height: number;
}

/** Returns a picture with its displayed size. */
async function measured(blob: Blob): Promise<Picture> {
  const bitmap = await createImageBitmap(blob);
  const { width, height } = bitmap;
  bitmap.close();
  return { blob, width, height };
}

/** A picture that is not there any more is `null`; one that could not be had, an error. */
async function picture(id: string, number: number, signal: AbortSignal): Promise<Picture | null> {
  try {
    return await measured(await receiptPicture(id, number, signal));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/**
 * The photos of a receipt, each as soon as it is here. They are kept in memory only while they are looked at and a
 * little longer.
 */
export function usePictures(id: string, count: number) {
  return useQueries({
    queries: Array.from({ length: count }, (_, number) => ({
      queryKey: ["receipt-picture", id, String(number)],
      queryFn: ({ signal }: { signal: AbortSignal }) => picture(id, number, signal),
      gcTime: 5 * 60_000,
    })),
  });
}
