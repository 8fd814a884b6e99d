import { useQueries } from "@tanstack/react-query";
import { ApiError } from "../../../api/client";
import { receiptPicture } from "../../../api/receipts/pictures";

export interface Picture {
  readonly blob: Blob;
  readonly width: number;
  readonly height: number;
}

/** Returns a picture with its displayed size. */
async function withSize(blob: Blob): Promise<Picture> {
  const bitmap = await createImageBitmap(blob);
  const { width, height } = bitmap;
  bitmap.close();
  return { blob, width, height };
}

/** Loads a picture. Returns null if the server has deleted it. */
async function loadPicture(id: string, number: number, signal: AbortSignal): Promise<Picture | null> {
  try {
    return await withSize(await receiptPicture(id, number, signal));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** Loads the photos of a receipt, each on its own. They are kept in memory for five minutes after their last use. */
export function usePictures(id: string, count: number) {
  return useQueries({
    queries: Array.from({ length: count }, (_, number) => ({
      queryKey: ["receipt-picture", id, String(number)],
      queryFn: ({ signal }: { signal: AbortSignal }) => loadPicture(id, number, signal),
      gcTime: 5 * 60_000,
    })),
  });
}
