import type { PhotoArea } from "../../api/types";
import type { Viewfinder } from "../camera/Camera";

/** The part of the camera's picture that is read, magnified for small print. */
export const DATE_VIEWFINDER: Viewfinder = { top: 0.24, side: 0.06, zoom: 1.5 };
/** The server's limits: of the longer side in pixels, and of the size. */
const MAX_SIDE = 640;
const MAX_BYTES = 64_000;
/** The qualities of the JPEG, of which the first that fits is used. */
const QUALITIES = [0.8, 0.6, 0.4, 0.2];

interface Size {
  readonly width: number;
  readonly height: number;
}
interface Cut extends Size {
  readonly x: number;
  readonly y: number;
}

/** Returns the part of a picture inside the frame of a view, which the picture covers. */
export function cutOfFrame(picture: Size, view: Size, { top, side, zoom }: Viewfinder): Cut {
  const scale = Math.max(view.width / picture.width, view.height / picture.height) * zoom;
  const width = (view.width * (1 - 2 * side)) / scale;
  const height = (view.height * (1 - 2 * top)) / scale;
  return { x: (picture.width - width) / 2, y: (picture.height - height) / 2, width, height };
}

/** The margin around a printed date, as a share of its shorter side. */
const DATE_MARGIN = 0.6;

/** Returns a printed date's part of a picture, with a margin. */
export function cutOfDate({ width, height }: Size, area: PhotoArea): Cut {
  const margin = Math.min((area.right - area.left) * width, (area.bottom - area.top) * height) * DATE_MARGIN;
  const x = Math.max(0, area.left * width - margin);
  const y = Math.max(0, area.top * height - margin);
  return {
    x,
    y,
    width: Math.min(width, area.right * width + margin) - x,
    height: Math.min(height, area.bottom * height + margin) - y,
  };
}

/** Encodes a part of a picture as a JPEG within the server's limits. */
export async function jpegOf(source: CanvasImageSource, cut: Cut): Promise<Blob> {
  const scale = Math.min(1, MAX_SIDE / Math.max(cut.width, cut.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(cut.width * scale));
  canvas.height = Math.max(1, Math.round(cut.height * scale));
  const context = canvas.getContext("2d");
  if (!context) throw new Error("The picture cannot be drawn.");
  context.imageSmoothingQuality = "high";
  context.drawImage(source, cut.x, cut.y, cut.width, cut.height, 0, 0, canvas.width, canvas.height);
  for (const quality of QUALITIES) {
    const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
    if (jpeg && jpeg.size <= MAX_BYTES) return jpeg;
  }
  throw new Error("The picture cannot be encoded.");
}

/** Returns the part of a picture that shows a printed date. */
export async function pictureOfDate(picture: Blob, area: PhotoArea): Promise<Blob> {
  const bitmap = await createImageBitmap(picture);
  try {
    return await jpegOf(bitmap, cutOfDate(bitmap, area));
  } finally {
    bitmap.close();
  }
}

/** Returns two pictures of a photo: all of it, and its middle, because the date may be small. */
export async function picturesOfPhoto(photo: File): Promise<readonly Blob[]> {
  // Decodes HEIC photos.
  const { preparePhoto } = await import("../../api/receipts/prepare-photo");
  const bitmap = await createImageBitmap((await preparePhoto(photo)).blob);
  const { width, height } = bitmap;
  const part = (share: number): Cut => ({
    x: (width * (1 - share)) / 2,
    y: (height * (1 - share)) / 2,
    width: width * share,
    height: height * share,
  });
  try {
    return [await jpegOf(bitmap, part(1)), await jpegOf(bitmap, part(0.5))];
  } finally {
    bitmap.close();
  }
}
