import type { DuplicateReceipt } from "../../api/types";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { useCommon } from "../../ui/strings";
import { useRepeatSession } from "../../ui/mutations/repeat-session";
import { useScanStrings } from "virtual:strings/scan";

interface DuplicateDialogProps {
  duplicate: DuplicateReceipt;
  onClose: () => void;
  /** After the items went somewhere; `tracker` is true if that is the larder. */
  onChosen: (tracker: boolean) => void;
}

/** The receipt is known already: its items can be added once more, put on the list, or left alone. */
export default function DuplicateDialog({ duplicate, onClose, onChosen }: DuplicateDialogProps) {
  const common = useCommon();
  const t = useScanStrings();
  const repeat = useRepeatSession();

  const choose = (tracker: boolean) => {
    const { existingSessionId, existingItems } = duplicate;
    void repeat(existingSessionId, tracker ? "readd" : "toList", existingItems.length);
    onChosen(tracker);
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
            {t.toTracker}
          </Button>
        </>
      }
    />
  );
}
