import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState, type ComponentType } from "react";
import { useQuery } from "@tanstack/react-query";
import { CloudOff } from "lucide-react";
import { uploadLimitQuery } from "../../api/cached/queries";
import type { ExtractResponse } from "../../api/types";
import { Badge } from "../../ui/widgets/Badge";
import { Button } from "../../ui/widgets/Button";
import { useConfirm } from "../../ui/widgets/Confirm";
import { ManualAddForm, type BarcodeDialogProps } from "./ManualAddForm";
import { ReceiptPicker } from "./ReceiptPicker";
import { MAX_PHOTOS, chosenPhotos, useChosenPhotos } from "./chosen-photos";
import { EXTENSIONS, checkReceiptFile, isPicture } from "./receipt-file";
import { takeSharedPhotos } from "./shared-photos";
import { useScanStrings } from "virtual:strings/scan";
import { useSearchParams } from "../../lib/navigation/router";
import { topModal } from "../../ui/modals";
import { preloadable, usePreloaded } from "../../ui/preloadable";
import { Skeleton } from "../../ui/widgets/Skeleton";
import { usePreview } from "../../ui/hooks/use-preview";
import { useScan } from "./use-scan";
import { useWaitingReceipts } from "./use-waiting-receipts";

const Progress = preloadable(() => import("./Progress"));
const PRELOADS = [Progress.preload];
const CameraDialog = lazy(() => import("./CameraDialog"));
const DuplicateDialog = lazy(() => import("./DuplicateDialog"));

interface ScanTabProps {
  /** Opens the form for an item without a receipt ("hand"), or also the camera for its barcode ("barcode"). */
  addMode: string | null;
  barcodeDialog: ComponentType<BarcodeDialogProps>;
  /** Called before a receipt is read. */
  onStart: () => void;
  /** Called when a receipt was read, or the user has added a receipt's items again. */
  onDone: (result: Pick<ExtractResponse, "items">) => void;
  /** Called instead if the user is adding an item by hand, which leaving the screen would discard. */
  onDoneMeanwhile: (result: ExtractResponse) => void;
}

/** Adds receipts by camera, file, drop, paste or share sheet, and items without a receipt by a form. */
export function ScanTab({ addMode, barcodeDialog, onStart, onDone, onDoneMeanwhile }: ScanTabProps) {
  const t = useScanStrings();
  const { data: limit, isError: isLimitUnknown } = useQuery(uploadLimitQuery());
  const files = useChosenPhotos();
  const [problem, setProblem] = useState(() =>
    // The service worker's answer to the share sheet.
    new URLSearchParams(location.search).get("shared") === "failed" ? { text: t.sharedFailed } : null,
  );
  const [isCameraOpen, setIsCameraOpen] = useState(false);
  const isAdding = useRef(false);
  const { state, process, leaveScan, reset, forget } = useScan((result) => {
    if (isAdding.current || topModal()) onDoneMeanwhile(result);
    else onDone(result);
  });
  /** The photos that are being read. The first one is shown with the found items. */
  const [reading, setReading] = useState<readonly File[]>([]);
  const preview = usePreview(reading[0] ?? null);
  const { confirm, dialog } = useConfirm();
  const isBusy = state.phase === "working" || state.phase === "found";
  /** The photos of the next receipt. */
  const next = isBusy ? files.filter((file) => !reading.includes(file)) : files;
  const maxMore = Math.max(0, MAX_PHOTOS - next.length);
  const waiting = useWaitingReceipts();
  usePreloaded(PRELOADS, "scan-progress");

  const run = async (photos: readonly File[], isCaptured: boolean) => {
    // Reading a receipt has failed after photos of the next one were added.
    if (photos.length > MAX_PHOTOS) return setProblem({ text: t.tooManyChosen(MAX_PHOTOS) });
    onStart();
    setReading(photos);
    if (await process(photos, { isCaptured })) chosenPhotos.remove(photos);
  };

  /** Adds photos to the receipt. A single one is read at once. */
  const choose = (given: readonly File[]) => {
    if (given.length === 0) return setProblem({ text: t.noFile });
    const accepted = given.filter((file) => checkReceiptFile(file) === null);
    const rejected = given.find((file) => checkReceiptFile(file) !== null);
    const reason = rejected && checkReceiptFile(rejected);
    if (accepted.length > 0) {
      reset();
      chosenPhotos.add(accepted.slice(0, maxMore));
    }
    if (reason)
      setProblem({
        text: { "too-large": t.tooLarge, unsupported: t.unsupported(EXTENSIONS.join(", ")), empty: t.emptyFile }[
          reason
        ],
      });
    else if (accepted.length > maxMore) setProblem({ text: t.tooMany(MAX_PHOTOS) });
    else {
      setProblem(null);
      if (files.length === 0 && accepted.length === 1) void run(accepted, false);
    }
  };
  const onGiven = useEffectEvent(choose);

  useEffect(() => {
    const take = (event: Event, data: DataTransfer | null) => {
      const pictures = [...(data?.files ?? [])].filter(isPicture);
      if (event.defaultPrevented || pictures.length === 0 || topModal()) return;
      event.preventDefault();
      onGiven(pictures);
    };
    const onPaste = (event: ClipboardEvent) => take(event, event.clipboardData);
    // Beside the picker, which takes other files too.
    const onDrop = (event: globalThis.DragEvent) => take(event, event.dataTransfer);
    document.addEventListener("paste", onPaste);
    document.addEventListener("drop", onDrop);
    return () => {
      document.removeEventListener("paste", onPaste);
      document.removeEventListener("drop", onDrop);
    };
  }, []);

  const [, setSearch] = useSearchParams();
  useEffect(() => {
    // A reload or a step back does not say it again.
    if (new URLSearchParams(location.search).get("shared") === "failed")
      setSearch(() => new URLSearchParams({ tab: "scan" }), { replace: true });
  }, [setSearch]);

  useEffect(() => {
    void takeSharedPhotos()
      .then((shared) => shared.length > 0 && onGiven(shared))
      .catch((error: unknown) => console.warn("The shared photos could not be read:", error));
  }, []);

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
        {/* Reserves space until the server has answered. */}
        {!limit && !isLimitUnknown && (
          <span className="invisible" aria-hidden>
            <Badge>{t.remaining(0, 0)}</Badge>
          </span>
        )}
      </div>
      <div className="panes">
        <section className="stack gap-16 top shrink" aria-label={t.receiptImage}>
          {isBusy && (
            <Suspense fallback={<Skeleton height={320} />}>
              <Progress state={state} preview={preview} onLeave={leaveScan} />
            </Suspense>
          )}
          {(!isBusy || next.length > 0 || problem !== null) && (
            <ReceiptPicker
              files={next}
              problem={problem ?? (state.phase === "failed" ? state : null)}
              onChoose={choose}
              onRemove={(file) => {
                chosenPhotos.remove([file]);
                if (files.length === 1) forget();
                setProblem(null);
                reset();
              }}
              onMoveUp={(file) => {
                chosenPhotos.moveUp(file);
                reset();
              }}
              onCamera={() => setIsCameraOpen(true)}
              onProcess={isBusy ? undefined : () => void run(files, false)}
            />
          )}
          {waiting.count > 0 && (
            <div className="card pad row wrap gap-12" role="status" aria-label={t.queueLabel}>
              <CloudOff size={20} aria-hidden className="muted" />
              <p className="words">{t.queueText(waiting.count)}</p>
              <Button variant="ghost" size="small" onClick={() => void discardWaiting()}>
                {t.queueDiscard}
              </Button>
            </div>
          )}
        </section>
        <ManualAddForm isEdited={isAdding} mode={addMode} barcodeDialog={barcodeDialog} />
      </div>
      <Suspense>
        {isCameraOpen && (
          <CameraDialog
            onClose={() => setIsCameraOpen(false)}
            maxPhotos={maxMore}
            onPhotos={(photos) => {
              setIsCameraOpen(false);
              setProblem(null);
              chosenPhotos.add(photos);
              if (!isBusy) void run(chosenPhotos.all(), true);
            }}
          />
        )}
        {state.phase === "duplicate" && (
          <DuplicateDialog
            duplicate={state.duplicate}
            onClose={reset}
            onChosen={(isAdded) => {
              reset();
              chosenPhotos.remove(reading);
              if (isAdded) onDone({ items: [] });
            }}
          />
        )}
      </Suspense>
      {dialog}
    </>
  );
}
