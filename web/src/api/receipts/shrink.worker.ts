interface Job {
  source: Blob | ImageData;
  /** The maximum of the longer side in pixels. */
  side: number;
  /** The size that the JPEG stays under. */
  bytes: number;
}

/** The qualities that are tried at each size, the best first, and the step to the next size. */
const QUALITIES = [0.88, 0.75, 0.6];
const SIZE_STEP = 0.8;
/** Text on a receipt cannot be read in smaller pictures, so that the size of the file no longer counts. */
const MIN_SIDE_PIXELS = 600;

const scope = self as unknown as DedicatedWorkerGlobalScope;

scope.onmessage = (event: MessageEvent<Job>) => {
  shrink(event.data).then(
    (blob) => scope.postMessage({ blob }),
    (error: unknown) => scope.postMessage({ error: error instanceof Error ? error.message : String(error) }),
  );
};

/**
 * Shrinks a photo to an upright JPEG. In a worker, because a phone's photo has twelve megapixels or more. Re-encoding
 * also removes the position and camera data.
 */
async function shrink({ source, side, bytes }: Job): Promise<Blob> {
  const bitmap = await createImageBitmap(source, { imageOrientation: "from-image" });
  try {
    for (let limit = side; ; limit = Math.round(limit * SIZE_STEP)) {
      const scale = Math.min(1, limit / Math.max(bitmap.width, bitmap.height));
      const canvas = new OffscreenCanvas(
        Math.max(1, Math.round(bitmap.width * scale)),
        Math.max(1, Math.round(bitmap.height * scale)),
      );
      const context = canvas.getContext("2d");
      if (!context) throw new Error("The browser has no canvas for the photo.");
      // Transparent pixels of screenshots would become black.
      context.fillStyle = "#ffffff";
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.imageSmoothingQuality = "high";
      context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
      for (const quality of QUALITIES) {
        const blob = await canvas.convertToBlob({ type: "image/jpeg", quality });
        if (blob.size < bytes || limit < MIN_SIDE_PIXELS) return blob;
      }
    }
  } finally {
    bitmap.close();
  }
}
