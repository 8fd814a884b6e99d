import { Suspense, useState, type ComponentType, type ReactNode, type RefObject } from "react";
import type { FoundProduct } from "../../lib/domain/gs1";
import { openPicker } from "../../ui/date-label/open-picker";
import { useAfterClosing } from "../../ui/hooks/use-after-closing";
import { useCommon } from "../../ui/text/strings";
import { useConfirm } from "../../ui/widgets/Confirm";
import type { ManualFieldsState } from "./use-manual-fields";

export interface BarcodeDialogProps {
  asksDate?: boolean;
  /** `typesDate` is true if the user wants to type the date. */
  onFound: (found: FoundProduct, typesDate: boolean) => void;
  onClose: () => void;
}

/**
 * Returns a function that scans a package to fill the form, and the dialogs for it. Asks before a package replaces what
 * was typed for another one. Afterwards the focus is on the next step: typing the date, adding the item or naming it.
 */
export function usePackageScan(
  manual: ManualFieldsState,
  form: RefObject<HTMLFormElement | null>,
  BarcodeDialog: ComponentType<BarcodeDialogProps>,
): { scan: () => void; dialog: ReactNode } {
  const common = useCommon();
  const [isScanning, setIsScanning] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const afterDialogs = useAfterClosing(isScanning || isAsking);
  const { confirm, dialog: question } = useConfirm();
  const fill = async (product: FoundProduct, typesDate: boolean) => {
    setIsScanning(false);
    if (manual.wouldReplaceTyped(product)) {
      setIsAsking(true);
      const isDiscarded = await confirm({
        title: common.discardTitle,
        text: common.discardText,
        action: common.discard,
      });
      // Without a further `await` up to `afterDialogs`, or the dialogs are closed before it is called.
      setIsAsking(false);
      if (!isDiscarded) return;
    }
    const isNamed = manual.fillFromPackage(product);
    afterDialogs(() => {
      if (typesDate) openPicker(form.current?.querySelector<HTMLInputElement>('[name="day"]'));
      else if (isNamed) document.querySelector<HTMLElement>('[form="add-item"]')?.focus();
      else form.current?.querySelector<HTMLElement>('[name="name"]')?.focus();
    });
  };
  const dialog = (
    <>
      {question}
      <Suspense>
        {isScanning && (
          <BarcodeDialog
            asksDate
            onFound={(product, typesDate) => void fill(product, typesDate)}
            onClose={() => setIsScanning(false)}
          />
        )}
      </Suspense>
    </>
  );
  return { scan: () => setIsScanning(true), dialog };
}
