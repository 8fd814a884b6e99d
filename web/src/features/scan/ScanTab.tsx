import { lazy, Suspense, useEffect, useRef, useState, type ComponentType } from "react";
import type { ExtractResponse } from "../../api/types";
import { ManualAddForm } from "./ManualAddForm";
import { ReceiptPicker } from "./ReceiptPicker";
import { RemainingScans } from "./RemainingScans";
import { WaitingReceipts } from "./WaitingReceipts";
import { MAX_PHOTOS, chosenPhotos, useChosenPhotos } from "./chosen-photos";
import { EXTENSIONS, checkReceiptFile } from "./receipt-file";
import { useScanStrings } from "virtual:strings/scan";
import { useSearchParams } from "../../lib/navigation/router";
import { topModal } from "../../ui/modals";
import { preloadable, usePreloaded } from "../../ui/preloadable";
import { Skeleton } from "../../ui/widgets/Skeleton";
import { usePreview } from "../../ui/hooks/use-preview";
import { useGivenPhotos } from "./use-given-photos";
import type { BarcodeDialogProps } from "./use-package-scan";
import { useScan } from "./use-scan";

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
  const files = useChosenPhotos();
  const hasShareFailed = useShareFailure();
  const [problem, setProblem] = useState(hasShareFailed ? { text: t.sharedFailed } : null);
  const [isCameraOpen, setIsCameraOpen] = useState(false);
  const isAdding = useRef(false);
  const { state, process, leaveScan, reset, discardFailed } = useScan((result) => {
    if (isAdding.current || topModal()) onDoneMeanwhile(result);
    else onDone(result);
  });
  /** The photos that are being read. The first one is shown with the found items. */
  const [reading, setReading] = useState<readonly File[]>([]);
  const preview = usePreview(reading[0] ?? null);
  const isBusy = state.phase === "working" || state.phase === "found";
  /** The photos of the next receipt. */
  const next = isBusy ? files.filter((file) => !reading.includes(file)) : files;
  const maxMore = Math.max(0, MAX_PHOTOS - next.length);
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
    if (accepted.length > 0) {
      reset();
      chosenPhotos.add(accepted.slice(0, maxMore));
    }
    const refusal = given.map(checkReceiptFile).find((reason) => reason !== null);
    const refusalTexts = {
      "too-large": t.tooLarge,
      unsupported: t.unsupported(EXTENSIONS.join(", ")),
      empty: t.emptyFile,
    };
    if (refusal) setProblem({ text: refusalTexts[refusal] });
    else if (accepted.length > maxMore) setProblem({ text: t.tooMany(MAX_PHOTOS) });
    else {
      setProblem(null);
      if (!isBusy && files.length === 0 && accepted.length === 1) void run(accepted, false);
    }
  };
  useGivenPhotos(choose);

  return (
    <>
      <div className="row wrap split gap-8 below">
        <h1>{t.title}</h1>
        <RemainingScans />
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
                if (files.length === 1) discardFailed();
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
          <WaitingReceipts />
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
    </>
  );
}

/** Returns true if the service worker could not store photos from the share sheet, which the address says once. */
function useShareFailure(): boolean {
  const [search, setSearch] = useSearchParams();
  const [hasFailed] = useState(search.get("shared") === "failed");
  useEffect(() => {
    // A reload or a step back does not say it again.
    if (hasFailed) setSearch(() => new URLSearchParams({ tab: "scan" }), { replace: true });
  }, [hasFailed, setSearch]);
  return hasFailed;
}
