import { useState } from "react";
import { Button } from "../../ui/widgets/Button";
import { Camera } from "../../ui/camera/Camera";
import { useCodeReader } from "../../ui/camera/use-code-reader";
import { secretOf } from "./codes";
import { useJoiningStrings } from "virtual:strings/joining";

/** Scans the QR code that another device of the larder shows. */
export default function ScanCode({ onSecret, onClose }: { onSecret: (secret: string) => void; onClose: () => void }) {
  const t = useJoiningStrings();
  const [state, setState] = useState<"scanning" | "invalid" | "failed">("scanning");
  const onFrame = useCodeReader((codes) => {
    const secret = codes.map(({ text }) => secretOf(text, location.origin)).find((found) => found !== null);
    if (secret === undefined) setState("invalid");
    else onSecret(secret);
    return secret !== undefined;
  });
  return (
    <section className="card stack gap-16 pad">
      {state === "failed" ? (
        <p role="alert">{t.cameraFailed}</p>
      ) : (
        <>
          <Camera square label={t.scanning} onFrame={onFrame} onFailed={() => setState("failed")} />
          <p role="status" className="muted text-center">
            {state === "invalid" ? t.notOurs : t.scanning}
          </p>
        </>
      )}
      <Button wide onClick={onClose}>
        {state === "failed" ? t.back : t.scanStop}
      </Button>
    </section>
  );
}
