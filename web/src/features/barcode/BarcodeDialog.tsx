import { useEffect, useRef, useState, type FormEvent } from "react";
import { useCodes } from "../../api/settings/codes";
import { hasCamera } from "../../lib/codes/reader";
import { categoryKind } from "../../lib/domain/catalogue";
import type { ScannedDate } from "../../lib/domain/date-labels";
import { parsePackageCode, type FoundProduct, type PackageCode } from "../../lib/domain/gs1";
import { Button } from "../../ui/Button";
import { Camera } from "../../ui/camera/Camera";
import { cameraProblem } from "../../ui/camera/camera-problem";
import { useCodeReader } from "../../ui/camera/use-code-reader";
import { Dialog } from "../../ui/Dialog";
import { TextField } from "../../ui/Field";
import { DateLabelPanel } from "../../ui/date-label/DateLabelPanel";
import { DATE_FRAME } from "../../ui/date-label/picture";
import { useDateLabel } from "../../ui/date-label/use-date-label";
import styles from "./BarcodeDialog.module.css";
import { useBarcodeStrings } from "virtual:strings/barcode";
import { useCameraStrings } from "virtual:strings/camera";

interface BarcodeDialogProps {
  /** Continues from a code without a date to the date that is printed on the package. */
  asksDate?: boolean;
  /** Called with the product, and true where the user wants to type its date. */
  onFound: (found: FoundProduct, typesDate: boolean) => void;
  onClose: () => void;
}

/**
 * Reads a package's code with the camera, or takes the number that is printed below it. What this larder has learnt of
 * the code comes with it, and the printed date if it is asked for.
 */
export default function BarcodeDialog({ asksDate = false, onFound, onClose }: BarcodeDialogProps) {
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

  /** The answer to the question about the date. */
  const [answer, setAnswer] = useState<{ printed?: ScannedDate; typesDate?: true } | null>(null);
  const label = useDateLabel((printed) => setAnswer({ printed }));
  const known = codes?.find(({ code }) => code === read?.gtin);
  const isDateStage =
    asksDate &&
    read !== null &&
    failure === null &&
    (read.useBy ?? read.bestBefore) === undefined &&
    !isHousehold(known);

  useEffect(() => {
    // The known codes may arrive after the scanned code.
    if (!read || !codes || (isDateStage && !answer)) return;
    const { printed, typesDate = false } = answer ?? {};
    found.current({ ...read, known, ...(printed && { printed }) }, typesDate);
  }, [read, codes, known, isDateStage, answer]);

  const readCode = useCodeReader((seen) => {
    const today = new Date();
    // A package may carry two: the one with a date says more.
    const products = seen.flatMap(({ text, format }) => parsePackageCode(text, today, format) ?? []);
    const best = products.find(({ bestBefore, useBy }) => bestBefore ?? useBy) ?? products[0];
    setForeign(best === undefined);
    if (!best) return false;
    navigator.vibrate?.(30);
    setRead(best);
    // The camera stays open for the date.
    return !asksDate || (best.useBy ?? best.bestBefore) !== undefined;
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = parsePackageCode(typed.replace(/[\s-]/g, ""), new Date());
    if (code) setRead(code);
    else setWrong(true);
  };

  return (
    <Dialog
      title={isDateStage ? t.nextDate : t.title}
      description={isDateStage ? known?.name : undefined}
      focusTitle={isDateStage}
      // A photo that was chosen is nothing to lose, and without its date the product still goes into the form.
      {...(isDateStage && { dirty: false })}
      onClose={isDateStage ? () => setAnswer({}) : onClose}
    >
      {failure === null && label.state.phase !== "failed" && (
        <Camera
          frame={isDateStage ? DATE_FRAME : undefined}
          onFrame={isDateStage ? label.onFrame : readCode}
          onFailed={(error) => setFailure(cameraProblem(camera, error))}
        />
      )}
      {isDateStage ? (
        <DateLabelPanel
          label={label}
          problem={null}
          onFound={(printed) => setAnswer({ printed })}
          onType={() => setAnswer({ typesDate: true })}
          onSkip={() => setAnswer({})}
        />
      ) : (
        <>
          {failure === null ? (
            <p role="status" className="soft text-center status">
              {read ? t.found : foreign ? t.foreign : t.hold}
            </p>
          ) : (
            <p role="alert" className="soft text-center status">
              {failure}
            </p>
          )}
          <form noValidate className={`stack gap-8 ${styles.typed}`} onSubmit={submit}>
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
        </>
      )}
    </Dialog>
  );
}

/** Returns true for products that are not food, which have no date. */
function isHousehold(known: FoundProduct["known"]): boolean {
  return known !== undefined && categoryKind(known.category) === "household";
}
