import { useCallback, useEffect, useEffectEvent, useRef, useState, type RefObject } from "react";

export type Facing = "environment" | "user";
/** The state of the camera's light; "none" for a camera without one. */
export type Torch = "none" | "off" | "on";

/** The browser offers no camera to this page. */
export class CameraUnsupported extends Error {}

interface CameraOptions {
  facing?: Facing;
  /** The preferred resolution in pixels. */
  width: number;
  height: number;
  /** Another number opens the camera again, after it was stopped or has failed. */
  attempt?: number;
  /** Called when the video shows the camera's picture. `signal` is aborted when the camera stops. */
  onPlaying: (video: HTMLVideoElement, signal: AbortSignal) => void;
  /** Called if the camera is blocked, missing or taken away. It is stopped then. */
  onFailed: (error: unknown) => void;
}

/** Opens the camera for a video element, until the component is unmounted or calls `stop`. */
export function useCamera({ facing = "environment", width, height, attempt = 0, onPlaying, onFailed }: CameraOptions): {
  video: RefObject<HTMLVideoElement | null>;
  torch: Torch;
  switchTorch: () => void;
  stop: () => void;
} {
  const video = useRef<HTMLVideoElement>(null);
  const running = useRef<AbortController>(undefined);
  const [torchTrack, setTorchTrack] = useState<MediaStreamTrack>();
  const [isTorchOn, setIsTorchOn] = useState(false);
  const playing = useEffectEvent(onPlaying);
  const failed = useEffectEvent(onFailed);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    const fail = (error: unknown) => {
      if (signal.aborted) return;
      console.warn("The camera cannot be used:", error);
      controller.abort();
      failed(error);
    };
    const start = async () => {
      const stream = await openStream(facing, width, height);
      const close = () => {
        for (const track of stream.getTracks()) track.stop();
        setTorchTrack(undefined);
      };
      const element = video.current;
      if (signal.aborted || !element) return close();
      signal.addEventListener("abort", close);
      const [track] = stream.getVideoTracks();
      track?.addEventListener("ended", () => fail(new DOMException("", "NotReadableError")));
      element.srcObject = stream;
      await element.play();
      if (signal.aborted) return;
      setIsTorchOn(false);
      setTorchTrack(track && hasTorch(track) ? track : undefined);
      playing(element, signal);
    };
    start().catch(fail);
    return () => controller.abort();
  }, [facing, width, height, attempt]);

  const switchTorch = () => {
    const torch = !isTorchOn;
    // The DOM types do not have the torch.
    torchTrack?.applyConstraints({ advanced: [{ torch } as MediaTrackConstraintSet] }).then(
      () => setIsTorchOn(torch),
      () => setTorchTrack(undefined),
    );
  };
  const stop = useCallback(() => running.current?.abort(), []);
  return { video, torch: torchTrack ? (isTorchOn ? "on" : "off") : "none", switchTorch, stop };
}

async function openStream(facing: Facing, width: number, height: number): Promise<MediaStream> {
  if (typeof navigator.mediaDevices?.getUserMedia !== "function") throw new CameraUnsupported();
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: facing }, width: { ideal: width }, height: { ideal: height } },
  });
}

function hasTorch(track: MediaStreamTrack): boolean {
  return (track.getCapabilities?.() as { torch?: boolean } | undefined)?.torch === true;
}
