import { Suspense, lazy, useEffect, useRef, useState, type ComponentType, type FormEvent, type RefObject } from "react";
import { Plus, ScanBarcode } from "lucide-react";
import { usePlaces } from "../../api/settings/own-places";
import { useNow } from "../../lib/time/clock";
import { expiryDate, larderToday } from "../../lib/domain/freshness";
import { useSearchParams } from "../../lib/navigation/router";
import { formatFutureDay } from "../../lib/time/dates";
import { useLanguage } from "../../lib/language/i18n";
import { Button } from "../../ui/widgets/Button";
import { focusFirstProblem, problemsOf } from "../../ui/item-fields/model";
import { useCommon } from "../../ui/text/strings";
import { showToast } from "../../ui/toasts";
import { ManualFields } from "./ManualFields";
import { learnName } from "./learn-name";
import { MIN_ADDED_QUANTITY, manualItem } from "./manual-form";
import { addItem } from "./mutations";
import { useManualFields } from "./use-manual-fields";
import { usePackageScan, type BarcodeDialogProps } from "./use-package-scan";
import { useScanStrings } from "virtual:strings/scan";

const ManualAddSheet = lazy(() => import("./ManualAddSheet"));

interface ManualAddFormProps {
  /** Set to true while the form has a name: then the screen is not left unasked. */
  isEdited: RefObject<boolean>;
  /** Opens the form as a sheet ("hand"), and also the camera for barcodes ("barcode"). */
  mode: string | null;
  barcodeDialog: ComponentType<BarcodeDialogProps>;
}

/**
 * Adds items without a receipt. The form is a card of the page, or a sheet over it, so that the keyboard of a phone
 * does not cover it.
 */
export function ManualAddForm({ isEdited: isEditedRef, mode, barcodeDialog: BarcodeDialog }: ManualAddFormProps) {
  const common = useCommon();
  const t = useScanStrings();
  const language = useLanguage();
  const now = useNow();
  const places = usePlaces();
  const manual = useManualFields();
  const { fields, found, hasName } = manual;
  const [isSubmitted, setIsSubmitted] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    isEditedRef.current = hasName;
  });
  const problems = problemsOf(fields, MIN_ADDED_QUANTITY);
  const focusName = () => form.current?.querySelector<HTMLElement>('[name="name"]')?.focus();
  const { scan, dialog } = usePackageScan(manual, form, BarcodeDialog);

  const isSheet = mode === "hand" || mode === "barcode";
  const [, setSearch] = useSearchParams();
  const scanFirst = () => {
    // Changes the address, so that a reload or a step back does not open the camera again.
    setSearch(() => new URLSearchParams({ tab: "scan", add: "hand" }), { replace: true });
    scan();
  };
  const add = (event: FormEvent) => {
    event.preventDefault();
    const hasProblem = focusFirstProblem(form.current, problems);
    setIsSubmitted(hasProblem);
    if (hasProblem) return;
    const item = manualItem(fields, new Date());
    const undo = addItem(
      item,
      places.find(({ id }) => id === fields.place),
    );
    showToast({
      tone: "success",
      title: t.manualAdded(item.name, formatFutureDay(language, expiryDate(item), larderToday(now))),
      action: { label: common.undo, run: undo },
    });
    if (found) learnName(found, item);
    // Before the form is emptied, because leaving the date field completes its year.
    focusName();
    manual.reset();
  };

  const scanButton = (
    <Button size="small" icon={<ScanBarcode size={18} aria-hidden />} aria-haspopup="dialog" onClick={scan}>
      {t.manualScan}
    </Button>
  );
  const submitButton = (
    <Button
      variant={isSheet ? "primary" : "secondary"}
      type="submit"
      form="add-item"
      wide={!isSheet}
      icon={<Plus size={20} aria-hidden />}
    >
      {t.manualAdd}
    </Button>
  );
  const content = (
    <form id="add-item" ref={form} noValidate onSubmit={add} className="stack gap-16 top shrink">
      <ManualFields manual={manual} problems={isSubmitted ? problems : undefined} form={form} />
      {!isSheet && submitButton}
    </form>
  );
  return (
    <>
      {isSheet ? (
        <Suspense>
          <ManualAddSheet
            title={t.manualTitle}
            onOpen={mode === "barcode" ? scanFirst : focusName}
            onDiscard={manual.reset}
            dirty={hasName}
            footer={submitButton}
          >
            {content}
            {scanButton}
          </ManualAddSheet>
        </Suspense>
      ) : (
        <section className="card pad stack gap-16 top shrink" aria-labelledby="manual-title">
          <div className="row wrap split gap-12">
            <h2 id="manual-title">{t.manualTitle}</h2>
            {scanButton}
          </div>
          {content}
        </section>
      )}
      {dialog}
    </>
  );
}
