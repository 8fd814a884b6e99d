export type Facing = "environment" | "user";
/** Defined by specification §9. */
const JPEG_QUALITY = 0.8;

class CameraUnsupported extends Error {}

/** Opens the camera with a resolution that suffices for the small print of a receipt. */
export async function openCamera(facing: Facing): Promise<MediaStream> {
  if (typeof navigator.mediaDevices?.getUserMedia !== "function") throw new CameraUnsupported();
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: facing }, width: { ideal: 2560 }, height: { ideal: 1440 } },
  });
}

/** Returns true if this camera has a light, which TypeScript's types lack. */
export function hasTorch(stream: MediaStream): boolean {
  const track = stream.getVideoTracks()[0];
  return (track?.getCapabilities?.() as { torch?: boolean } | undefined)?.torch === true;
}

export async function setTorch(stream: MediaStream, isOn: boolean): Promise<void> {
  await stream.getVideoTracks()[0]?.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] });
}

export function closeCamera(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

/** Returns the text of specification §8 for an error. */
export function cameraErrorText(t: Sentences["scan"]["camera"], error: unknown): string {
  if (error instanceof CameraUnsupported) return t.unsupported;
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError") return t.denied;
  if (name === "NotFoundError") return t.notFound;
  if (name === "NotReadableError") return t.inUse;
  const message = error instanceof Error ? error.message : "";
  return t.other(message || t.unknown);
}

/** Returns the current frame as a file. */
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
