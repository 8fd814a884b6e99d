import { useEffect, useRef, useState, type FormEvent } from "react";
import { useCodes } from "../../api/settings/codes";
import { hasCamera } from "../../lib/codes/reader";
import { parsePackageCode, type FoundProduct, type PackageCode } from "../../lib/domain/gs1";
import { Button } from "../../ui/Button";
import { Camera } from "../../ui/camera/Camera";
import { cameraProblem } from "../../ui/camera/camera-problem";
import { useCodeReader } from "../../ui/camera/use-code-reader";
import { Dialog } from "../../ui/Dialog";
import { TextField } from "../../ui/Field";
import styles from "./BarcodeDialog.module.css";
import { useBarcodeStrings } from "virtual:strings/barcode";
import { useCameraStrings } from "virtual:strings/camera";

interface BarcodeDialogProps {
  onFound: (found: FoundProduct) => void;
  onClose: () => void;
}

/**
 * Reads a package's code with the camera, or takes the number that is printed below it. What this larder has learnt of
 * the code comes with it.
 */
export default function BarcodeDialog({ onFound, onClose }: BarcodeDialogProps) {
  const t = useBarcodeStrings();
  const camera = useCameraStrings();
  const { data: codes } = useCodes();
  const [failure, setFailure] = useState<string | null>(() => (hasCamera() ? null : camera.unsupported));
  const [foreign, setForeign] = useState(false);
  const [typed, setTyped] = useState("");
  const [wrong, setWrong] = useState(false);
  const [read, setRead] = useState<PackageCode | null>(null);
  const found = useRef(onFound);
  useEffect(() => {
    found.current = onFound;
  });

  useEffect(() => {
    // The known codes may arrive after the scanned code.
    if (read && codes) found.current({ ...read, known: codes.find(({ code }) => code === read.gtin) });
  }, [read, codes]);

  const onFrame = useCodeReader((seen) => {
    const today = new Date();
    // A package may carry two: the one with a date says more.
    const products = seen.flatMap(({ text, format }) => parsePackageCode(text, today, format) ?? []);
    const best = products.find(({ bestBefore, useBy }) => bestBefore ?? useBy) ?? products[0];
    setForeign(best === undefined);
    if (!best) return false;
    navigator.vibrate?.(30);
    setRead(best);
    return true;
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = parsePackageCode(typed.replace(/[\s-]/g, ""), new Date());
    if (code) setRead(code);
    else setWrong(true);
  };

  return (
    <Dialog title={t.title} onClose={onClose}>
      {failure === null ? (
        <>
          <Camera onFrame={onFrame} onFailed={(error) => setFailure(cameraProblem(camera, error))} />
          <p role="status" className={styles.status}>
            {read ? t.found : foreign ? t.foreign : t.hold}
          </p>
        </>
      ) : (
        <p role="alert" className={styles.status}>
          {failure}
        </p>
      )}
      <form noValidate className={styles.typed} onSubmit={submit}>
        <TextField
          label={t.number}
          name="code"
          value={typed}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          error={wrong ? t.numberWrong : undefined}
          onChange={(event) => {
            setTyped(event.target.value);
            setWrong(false);
          }}
        />
        <Button type="submit" variant={failure === null ? "secondary" : "primary"}>
          {t.take}
        </Button>
      </form>
    </Dialog>
  );
}
