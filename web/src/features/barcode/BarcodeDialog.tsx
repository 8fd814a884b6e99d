import { useEffect, useEffectEvent, useState, type FormEvent } from "react";
import { useProductCodes } from "../../api/product-codes";
import { categoryKind } from "../../lib/domain/catalogue";
import type { ScannedDate } from "../../lib/domain/date-labels";
import { parsePackageCode, type FoundProduct, type PackageCode } from "../../lib/domain/gs1";
import { Button } from "../../ui/widgets/Button";
import { Camera } from "../../ui/camera/Camera";
import { useCodeReader } from "../../ui/camera/use-code-reader";
import { Dialog } from "../../ui/widgets/Dialog";
import { TextField } from "../../ui/widgets/Field";
import { DateLabelPanel } from "../../ui/date-label/DateLabelPanel";
import { DATE_VIEWFINDER } from "../../ui/date-label/picture";
import { useDateLabel } from "../../ui/date-label/use-date-label";
import styles from "./BarcodeDialog.module.css";
import { useCommon } from "../../ui/text/strings";
import { useBarcodeStrings } from "virtual:strings/barcode";

/** Fourteen digits, with spaces or hyphens between them. */
const MAX_TYPED_LENGTH = 20;
const VIBRATION_MS = 30;

interface BarcodeDialogProps {
  /** If the code has no date, asks for the date that is printed on the package. */
  asksDate?: boolean;
  /** `typesDate` is true if the user wants to type the date. */
  onFound: (found: FoundProduct, typesDate: boolean) => void;
  onClose: () => void;
}

/**
 * Reads a package's code with the camera, or the typed number that is printed below it. Adds the household's name for
 * the code and, with `asksDate`, the printed date.
 */
export default function BarcodeDialog({ asksDate = false, onFound, onClose }: BarcodeDialogProps) {
  const common = useCommon();
  const t = useBarcodeStrings();
  const { data: codes } = useProductCodes();
  const [failure, setFailure] = useState<string | null>(null);
  /** True if the code was typed because there is no camera, which then cannot read the date either. */
  const [hasNoCamera, setHasNoCamera] = useState(false);
  const [isUnknownCode, setIsUnknownCode] = useState(false);
  const [scanned, setScanned] = useState<PackageCode | null>(null);
  const finish = useEffectEvent(onFound);

  /** The printed date or the wish to type it; empty if the user skips the date, null before. */
  const [dateAnswer, setDateAnswer] = useState<{ printed?: ScannedDate; typesDate?: true } | null>(null);
  const dateLabel = useDateLabel((printed) => setDateAnswer({ printed }));
  const known = codes?.find(({ code }) => code === scanned?.gtin);
  const isDateStage =
    asksDate &&
    scanned !== null &&
    !hasNoCamera &&
    (scanned.useBy ?? scanned.bestBefore) === undefined &&
    !isHousehold(known);

  useEffect(() => {
    // The known codes may arrive after the scanned code.
    if (!scanned || !codes || (isDateStage && !dateAnswer)) return;
    const { printed, typesDate = false } = dateAnswer ?? {};
    finish({ ...scanned, known, ...(printed && { printed }) }, typesDate);
  }, [scanned, codes, known, isDateStage, dateAnswer]);

  const readCode = useCodeReader((codesInView) => {
    const today = new Date();
    // A package may have two codes; the one with a date is preferred.
    const products = codesInView.flatMap(({ text, format }) => parsePackageCode(text, today, format) ?? []);
    const best = products.find(({ bestBefore, useBy }) => bestBefore ?? useBy) ?? products[0];
    setIsUnknownCode(best === undefined);
    if (!best) return false;
    navigator.vibrate?.(VIBRATION_MS);
    setScanned(best);
    // Otherwise the camera stays open to read the date.
    return !asksDate || (best.useBy ?? best.bestBefore) !== undefined;
  });
  return (
    <Dialog
      title={isDateStage ? t.nextDate : t.title}
      description={isDateStage ? known?.name : undefined}
      focusTitle={isDateStage}
      // Closing loses no input: the product is filled into the form without a date.
      {...(isDateStage && { dirty: false })}
      onClose={isDateStage ? () => setDateAnswer({}) : onClose}
    >
      {failure === null && dateLabel.state.phase !== "failed" && (
        <Camera
          viewfinder={isDateStage ? DATE_VIEWFINDER : undefined}
          onFrame={isDateStage ? dateLabel.onFrame : readCode}
          onFailed={setFailure}
        />
      )}
      {isDateStage ? (
        <DateLabelPanel
          label={dateLabel}
          problem={failure}
          onRetryCamera={() => setFailure(null)}
          onFound={(printed) => setDateAnswer({ printed })}
          onType={() => setDateAnswer({ typesDate: true })}
          onSkip={() => setDateAnswer({})}
        />
      ) : (
        <>
          {failure === null ? (
            <p role="status" className="muted text-center status">
              {scanned ? t.found : isUnknownCode ? t.foreign : t.hold}
            </p>
          ) : (
            <>
              <p role="alert" className="muted text-center status">
                {failure}
              </p>
              <div className="flex centered">
                <Button onClick={() => setFailure(null)}>{common.retry}</Button>
              </div>
            </>
          )}
          <CodeForm
            isPrimary={failure !== null}
            onCode={(code) => {
              setHasNoCamera(failure !== null);
              setScanned(code);
            }}
          />
        </>
      )}
    </Dialog>
  );
}

interface CodeFormProps {
  /** True if there is no other way to enter the code. */
  isPrimary: boolean;
  onCode: (code: PackageCode) => void;
}

/** Takes the number below a barcode, as it is typed. */
function CodeForm({ isPrimary, onCode }: CodeFormProps) {
  const t = useBarcodeStrings();
  const [typed, setTyped] = useState("");
  const [isInvalid, setIsInvalid] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = parsePackageCode(typed.replace(/[\s-]/g, ""), new Date());
    if (code) onCode(code);
    else setIsInvalid(true);
  };
  return (
    <form noValidate className={`stack gap-8 ${styles.typed}`} onSubmit={submit}>
      <TextField
        label={t.number}
        name="code"
        value={typed}
        inputMode="numeric"
        autoComplete="off"
        maxLength={MAX_TYPED_LENGTH}
        error={isInvalid ? t.numberWrong : undefined}
        onChange={(event) => {
          setTyped(event.target.value);
          setIsInvalid(false);
        }}
      />
      <Button type="submit" variant={isPrimary ? "primary" : "secondary"}>
        {t.take}
      </Button>
    </form>
  );
}

/** Returns true for products that are not food, which have no date. */
function isHousehold(known: FoundProduct["known"]): boolean {
  return known !== undefined && categoryKind(known.category) === "household";
}
