/** Defined by specification §9. */
const JPEG_QUALITY = 0.8;

/** Returns the current frame of a video as a file. */
export async function captureFrame(video: HTMLVideoElement, now: number): Promise<File> {
  const canvas = document.createElement("canvas");
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  const context = canvas.getContext("2d");
  if (!context || canvas.width === 0) throw new Error("The camera gave no picture.");
  context.drawImage(video, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", JPEG_QUALITY));
  if (!blob) throw new Error("The picture could not be encoded.");
  return new File([blob], `receipt-${now}.jpg`, { type: "image/jpeg" });
}
