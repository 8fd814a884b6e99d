import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/Button";
import styles from "./LinkPage.module.css";
import { codeReader } from "./can-scan";
import { secretOf } from "./codes";
import { useJoiningStrings } from "./joining-strings";

/** How often a picture of the camera is looked at, in milliseconds. */
const LOOK = 200;

/** Reads the square code of the device that is in with this device's camera. */
export default function ScanCode({ onSecret, onClose }: { onSecret: (secret: string) => void; onClose: () => void }) {
  const t = useJoiningStrings();
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<"looking" | "foreign" | "failed">("looking");
  const found = useRef(onSecret);
  useEffect(() => {
    found.current = onSecret;
  });

  useEffect(() => {
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    const stop = () => stream?.getTracks().forEach((track) => track.stop());
    const watch = async () => {
      const reader = codeReader();
      stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: { ideal: "environment" } } });
      const element = video.current;
      if (gone || !element || !reader) return stop();
      element.srcObject = stream;
      await element.play();
      const look = async () => {
        // A picture that cannot be read is followed by another.
        const codes = await reader.detect(element).catch(() => []);
        if (gone) return;
        const secret = codes.map(({ rawValue }) => secretOf(rawValue, location.origin)).find((one) => one !== null);
        if (secret !== undefined) return found.current(secret);
        if (codes.length > 0) setState("foreign");
        timer = setTimeout(() => void look(), LOOK);
      };
      await look();
    };
    watch().catch((error: unknown) => {
      console.warn("The camera cannot be used:", error);
      if (!gone) setState("failed");
    });
    return () => {
      gone = true;
      clearTimeout(timer);
      stop();
    };
  }, []);

  return (
    <section className={styles.card}>
      {state === "failed" ? (
        <p role="alert">{t.cameraFailed}</p>
      ) : (
        <>
          <div className={styles.camera}><video ref={video} playsInline muted aria-label={t.scanning} /></div>
          <p role="status" className={styles.waiting}>{state === "foreign" ? t.notOurs : t.scanning}</p>
        </>
      )}
      <Button wide onClick={onClose}>{state === "failed" ? t.back : t.scanStop}</Button>
    </section>
  );
}
