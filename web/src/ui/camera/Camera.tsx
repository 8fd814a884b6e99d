import { useEffect, useRef } from "react";
import { useCameraStrings } from "virtual:strings/camera";
import { classes } from "../classes";
import styles from "./Camera.module.css";
import { TorchButton } from "./TorchButton";
import { cameraProblem } from "./camera-problem";
import { useCamera } from "./use-camera";

/** The pause after a picture was read, in which the page can respond to input. */
const PICTURE_PAUSE_MS = 50;

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
  /** Called with the reason if the camera cannot be used, or `onFrame` rejects. */
  onFailed: (problem: string) => void;
}

/** Shows the camera, whose pictures `onFrame` reads one after the other. */
export function Camera({ label, square, viewfinder, onFrame, onFailed }: CameraProps) {
  const t = useCameraStrings();
  const latestOnFrame = useRef(onFrame);
  useEffect(() => {
    latestOnFrame.current = onFrame;
  });
  const readPictures = async (element: HTMLVideoElement, signal: AbortSignal) => {
    while (!signal.aborted) {
      if (await latestOnFrame.current(element)) return stop();
      await new Promise((resolve) => setTimeout(resolve, PICTURE_PAUSE_MS));
    }
  };
  const { video, torch, switchTorch, stop } = useCamera({
    width: 1920,
    height: 1080,
    onPlaying: (element, signal) =>
      void readPictures(element, signal).catch((error: unknown) => {
        console.warn("The camera's picture cannot be read:", error);
        if (!signal.aborted) onFailed(t.failed);
        stop();
      }),
    onFailed: (error) => onFailed(cameraProblem(t, error)),
  });
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
      <TorchButton torch={torch} onSwitch={switchTorch} className={styles.torch} />
    </div>
  );
}
