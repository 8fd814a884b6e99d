import type { DuplicateReceipt } from "../../api/types";
import { Button } from "../../ui/widgets/Button";
import { Dialog } from "../../ui/widgets/Dialog";
import { useCommon } from "../../ui/text/strings";
import { useRepeatSession } from "../../ui/mutations/repeat-session";
import { useScanStrings } from "virtual:strings/scan";

interface DuplicateDialogProps {
  duplicate: DuplicateReceipt;
  onClose: () => void;
  /** `isAdded` is true if the items are added to the larder, false if to the shopping list. */
  onChosen: (isAdded: boolean) => void;
}

/** Asks what to do with a receipt that was scanned before: add its items again, add them to the list, or nothing. */
export default function DuplicateDialog({ duplicate, onClose, onChosen }: DuplicateDialogProps) {
  const common = useCommon();
  const t = useScanStrings();
  const repeat = useRepeatSession();

  const choose = (isAdded: boolean) => {
    const { existingSessionId, existingItems } = duplicate;
    void repeat(existingSessionId, isAdded ? "readd" : "toList", existingItems.length);
    onChosen(isAdded);
  };

  return (
    <Dialog
      kind="alert"
      title={t.duplicateTitle}
      description={t.duplicateText(duplicate.existingItems.length)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button onClick={() => choose(false)}>{t.toShoppingList}</Button>
          <Button variant="primary" onClick={() => choose(true)}>
            {t.toLarder}
          </Button>
        </>
      }
    />
  );
}
