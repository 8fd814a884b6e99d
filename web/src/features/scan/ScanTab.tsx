import { lazy, Suspense, useCallback, useEffect, useState, type ComponentType } from "react";
import { useQuery } from "@tanstack/react-query";
import { CloudOff } from "lucide-react";
import { uploadLimitQuery } from "../../api/cached/queries";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/Button";
import { useConfirm } from "../../ui/Confirm";
import { ManualAddForm, type BarcodeDialogProps } from "./ManualAddForm";
import { Progress } from "./Progress";
import { ReceiptPicker } from "./ReceiptPicker";
import { MAX_PHOTOS, chosenPhotos, useChosenPhotos } from "./chosen-photos";
import { EXTENSIONS, checkReceiptFile } from "./receipt-file";
import { takeSharedPhotos } from "./shared-photos";
import { useScanStrings } from "virtual:strings/scan";
import { usePreview } from "../../ui/use-preview";
import { useScan } from "./use-scan";
import { useWaitingReceipts } from "./use-waiting-receipts";

const CameraDialog = lazy(() => import("./CameraDialog"));
const DuplicateDialog = lazy(() => import("./DuplicateDialog"));

interface ScanTabProps {
  /** Opened to add something by hand ("hand"), or by its barcode ("barcode"). */
  adding: string | null;
  barcodeDialog: ComponentType<BarcodeDialogProps>;
  /** A receipt is about to be read. */
  onStart: () => void;
  onDone: (ids: readonly string[]) => void;
}

/** The scan tab: receipts by camera, file, drop, paste or share sheet; items without a receipt by form. */
export function ScanTab({ adding, barcodeDialog, onStart, onDone }: ScanTabProps) {
  const t = useScanStrings();
  const { data: limit, isError: limitUnknown } = useQuery(uploadLimitQuery());
  const files = useChosenPhotos();
  const [problem, setProblem] = useState<{ text: string } | null>(null);
  const [cameraOpen, setCameraOpen] = useState(false);
  const { state, process, goOn, reset } = useScan(onDone);
  /** The photo that is read. It stays in view while the lines appear, when the picker has let go of it. */
  const [reading, setReading] = useState<File | null>(null);
  const preview = usePreview(reading);
  const { confirm, dialog } = useConfirm();
  const busy = state.phase === "working" || state.phase === "found";
  // The one that is watched here is no secret.
  const waiting = useWaitingReceipts();

  const failed = state.phase === "failed";
  const choose = useCallback(
    (next: readonly File[]) => {
      const good = next.filter((file) => checkReceiptFile(file) === null);
      const bad = next.find((file) => checkReceiptFile(file) !== null);
      const wrong = bad && checkReceiptFile(bad);
      if (good.length > 0) {
        reset();
        // A new photo replaces a failed one.
        if (failed) chosenPhotos.replace(good);
        else chosenPhotos.add(good);
      }
      if (bad && wrong)
        setProblem({
          text: { "too-large": t.tooLarge, unsupported: t.unsupported(EXTENSIONS.join(", ")), empty: t.emptyFile }[
            wrong
          ],
        });
      else if ((failed ? 0 : files.length) + good.length > MAX_PHOTOS) setProblem({ text: t.tooMany(MAX_PHOTOS) });
      else if (good.length > 0) setProblem(null);
    },
    [t, reset, failed, files.length],
  );

  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const pasted = [...(event.clipboardData?.files ?? [])].filter((entry) => entry.type.startsWith("image/"));
      if (pasted.length > 0 && document.querySelector("dialog[open]") === null) {
        event.preventDefault();
        choose(pasted);
      }
    };
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  }, [choose]);

  useEffect(() => {
    void takeSharedPhotos()
      .then((shared) => shared.length > 0 && choose(shared))
      .catch((error: unknown) => console.warn("The shared photos could not be read:", error));
  }, [choose]);

  const run = async (next: readonly File[], captured: boolean) => {
    onStart();
    setReading(next[0] ?? null);
    if (await process(next, { captured })) chosenPhotos.replace([]);
  };

  const discardWaiting = async () => {
    if (
      !(await confirm({
        title: t.queueDiscard,
        text: t.queueDiscardText(waiting.count),
        action: t.queueDiscardAction,
      }))
    )
      return;
    waiting.discardAll();
  };

  return (
    <>
      <div className="row wrap split gap-8 below">
        <h1>{t.title}</h1>
        {limit && (
          <Badge
            tone={limit.remainingUploads > 3 ? "default" : limit.remainingUploads >= 1 ? "secondary" : "destructive"}
          >
            {t.remaining(limit.remainingUploads, limit.monthlyLimit)}
          </Badge>
        )}
        {/* Keeps its place until the server has answered. */}
        {!limit && !limitUnknown && (
          <span className="invisible" aria-hidden>
            <Badge>{t.remaining(0, 0)}</Badge>
          </span>
        )}
      </div>
      <div className="panes">
        <section className="stack gap-16 top shrink" aria-label={t.receiptImage}>
          {busy ? (
            <Progress state={state} preview={preview} onLeave={goOn} />
          ) : (
            <ReceiptPicker
              files={files}
              problem={problem ?? (state.phase === "failed" ? state : null)}
              onChoose={choose}
              onRemove={(at) => {
                chosenPhotos.remove(at);
                setProblem(null);
                reset();
              }}
              onEarlier={(at) => {
                chosenPhotos.earlier(at);
                reset();
              }}
              onCamera={() => setCameraOpen(true)}
              onProcess={() => {
                if (files.length > 0) void run(files, false);
                else setProblem({ text: t.noFile });
              }}
            />
          )}
          {waiting.count > 0 && (
            <div className="card pad row wrap gap-12" role="status" aria-label={t.queueLabel}>
              <CloudOff size={20} aria-hidden className="soft" />
              <p className="words">{t.queueText(waiting.count)}</p>
              <Button variant="ghost" size="small" onClick={() => void discardWaiting()}>
                {t.queueDiscard}
              </Button>
            </div>
          )}
        </section>
        <ManualAddForm begin={adding} barcodeDialog={barcodeDialog} />
      </div>
      <Suspense>
        {cameraOpen && (
          <CameraDialog
            onClose={() => setCameraOpen(false)}
            room={MAX_PHOTOS - files.length}
            onPhotos={(photos) => {
              setCameraOpen(false);
              setProblem(null);
              const all = [...files, ...photos];
              chosenPhotos.replace(all);
              void run(all, true);
            }}
          />
        )}
        {state.phase === "duplicate" && (
          <DuplicateDialog
            duplicate={state.duplicate}
            onClose={reset}
            onChosen={(tracker) => {
              reset();
              chosenPhotos.replace([]);
              if (tracker) onDone([]);
            }}
          />
        )}
      </Suspense>
      {dialog}
    </>
  );
}
