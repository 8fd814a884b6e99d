import { useEffect, useRef, useState } from "react";
import { Flashlight, FlashlightOff } from "lucide-react";
import { agreement } from "../lib/codes/agreement";
import { openCodeReader, type CodeReader, type SeenCode } from "../lib/codes/reader";
import { IconButton } from "./Button";
import styles from "./CodeCamera.module.css";
import { classes } from "./classes";

/** The pause between two pictures, in milliseconds. */
const REST = 50;

interface CodeCameraProps {
  /** The picture's label for screen readers. */
  label: string;
  /** Names for the light, where the camera has one: switched on, switched off. */
  torch?: readonly [on: string, off: string];
  square?: boolean;
  /** Told of the codes in each picture that has one. True ends it. */
  onCodes: (codes: readonly SeenCode[]) => boolean;
  /** The camera was refused or is missing, or the reader cannot be loaded. */
  onFailed: (error: unknown) => void;
}

/** A camera that reads codes: for a package's barcode and for the square code of another device. */
export function CodeCamera({ label, torch, square, onCodes, onFailed }: CodeCameraProps) {
  const video = useRef<HTMLVideoElement>(null);
  const told = useRef({ onCodes, onFailed });
  const [light, setLight] = useState<{ track: MediaStreamTrack; on: boolean } | null>(null);
  useEffect(() => {
    told.current = { onCodes, onFailed };
  });

  useEffect(() => {
    let stream: MediaStream | undefined;
    let reader: CodeReader | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    const stop = () => {
      gone = true;
      clearTimeout(timer);
      stream?.getTracks().forEach((track) => track.stop());
      reader?.close();
    };
    const watch = async () => {
      // The camera first: if it is refused, no reader needs to be loaded.
      const opened = await navigator.mediaDevices.getUserMedia({
        audio: false,
        video: { facingMode: { ideal: "environment" }, width: { ideal: 1920 }, height: { ideal: 1080 } },
      });
      stream = opened;
      if (gone) return stop();
      const element = video.current;
      if (!element) return stop();
      const [track] = opened.getVideoTracks();
      if (track && "torch" in (track.getCapabilities?.() ?? {})) setLight({ track, on: false });
      element.srcObject = opened;
      await element.play();
      reader = await openCodeReader();
      const agreed = agreement();
      const look = async () => {
        const codes = reader ? agreed(await reader.read(element)) : [];
        if (gone) return;
        if (codes.length > 0 && told.current.onCodes(codes)) return stop();
        timer = setTimeout(() => void look().catch(fail), REST);
      };
      if (gone) stop();
      else await look();
    };
    const fail = (error: unknown) => {
      console.warn("No code can be read:", error);
      if (!gone) told.current.onFailed(error);
      stop();
    };
    watch().catch(fail);
    return stop;
  }, []);

  const switchLight = () => {
    if (!light) return;
    const on = !light.on;
    // Not every browser's types know the torch.
    void light.track.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] }).then(
      () => setLight({ ...light, on }),
      () => undefined,
    );
  };
  return (
    <div className={classes(styles.camera, square && styles.square)}>
      <video ref={video} playsInline muted aria-label={label} />
      {light && torch && (
        <IconButton
          tone="onDark"
          label={light.on ? torch[1] : torch[0]}
          icon={light.on ? <FlashlightOff size={22} aria-hidden /> : <Flashlight size={22} aria-hidden />}
          className={styles.torch}
          onClick={switchLight}
        />
      )}
    </div>
  );
}
