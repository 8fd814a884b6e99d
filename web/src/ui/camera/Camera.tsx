import { useEffect, useRef, useState } from "react";
import { Flashlight, FlashlightOff } from "lucide-react";
import { useCameraStrings } from "virtual:strings/camera";
import { IconButton } from "../widgets/Button";
import { classes } from "../classes";
import styles from "./Camera.module.css";

const PICTURE_INTERVAL_MS = 50;

/** The position of the viewfinder, as fractions of the view's height and width, and the magnification in it. */
export interface Viewfinder {
  readonly top: number;
  readonly side: number;
  readonly zoom: number;
}

interface CameraProps {
  /** The picture's label for screen readers, instead of "Camera picture". */
  label?: string;
  square?: boolean;
  /** Replaces the viewfinder for QR codes and barcodes. */
  viewfinder?: Viewfinder | undefined;
  /** Reads the current picture. Resolves with true to stop the camera. */
  onFrame: (video: HTMLVideoElement) => Promise<boolean>;
  /** Called if the camera is blocked or missing, or `onFrame` rejects. */
  onFailed: (error: unknown) => void;
}

/** A camera whose pictures `onFrame` reads one after the other. */
export function Camera({ label, square, viewfinder, onFrame, onFailed }: CameraProps) {
  const t = useCameraStrings();
  const video = useRef<HTMLVideoElement>(null);
  const latest = useRef({ onFrame, onFailed });
  const [torch, setTorch] = useState<{ track: MediaStreamTrack; on: boolean } | null>(null);
  useEffect(() => {
    latest.current = { onFrame, onFailed };
  });

  useEffect(() => {
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isStopped = false;
    const stop = () => {
      isStopped = true;
      clearTimeout(timer);
      stream?.getTracks().forEach((track) => track.stop());
    };
    const start = async () => {
      const opened = await navigator.mediaDevices.getUserMedia({
        audio: false,
        video: { facingMode: { ideal: "environment" }, width: { ideal: 1920 }, height: { ideal: 1080 } },
      });
      stream = opened;
      if (isStopped) return stop();
      const element = video.current;
      if (!element) return stop();
      const [track] = opened.getVideoTracks();
      track?.addEventListener("ended", () => fail(new DOMException("", "NotReadableError")));
      if (track && "torch" in (track.getCapabilities?.() ?? {})) setTorch({ track, on: false });
      element.srcObject = opened;
      await element.play();
      const readPicture = async () => {
        if (isStopped) return;
        if (await latest.current.onFrame(element)) return stop();
        timer = setTimeout(() => void readPicture().catch(fail), PICTURE_INTERVAL_MS);
      };
      await readPicture();
    };
    const fail = (error: unknown) => {
      console.warn("The camera cannot be read:", error);
      if (!isStopped) latest.current.onFailed(error);
      stop();
    };
    start().catch(fail);
    return stop;
  }, []);

  const switchLight = () => {
    if (!torch) return;
    const on = !torch.on;
    // The DOM types do not have the torch.
    void torch.track.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] }).then(
      () => setTorch({ ...torch, on }),
      () => undefined,
    );
  };
  return (
    <div className={classes("place clip", styles.camera, square && styles.square)}>
      <video
        ref={video}
        playsInline
        muted
        aria-label={label ?? t.live}
        style={viewfinder && { transform: `scale(${viewfinder.zoom})` }}
      />
      <span
        className={styles.viewfinder}
        style={viewfinder && { inset: `${viewfinder.top * 100}% ${viewfinder.side * 100}%` }}
      />
      {torch && (
        <IconButton
          tone="onDark"
          label={torch.on ? t.torchOff : t.torchOn}
          icon={torch.on ? <FlashlightOff size={22} aria-hidden /> : <Flashlight size={22} aria-hidden />}
          className={styles.torch}
          onClick={switchLight}
        />
      )}
    </div>
  );
}
