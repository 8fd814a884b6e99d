import type { DuplicateReceipt } from "../../api/types";
import { useLanguage } from "../../lib/i18n";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { useCommon } from "../../ui/strings";
import { showToast } from "../../ui/toasts";
import { useRepeatSession } from "./mutations";
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
  const language = useLanguage();
  const repeat = useRepeatSession();

  const choose = (tracker: boolean) => {
    const sessionId = duplicate.existingSessionId;
    const count = duplicate.existingItems.length;
    const own = tracker ? t.readdedText(count) : t.listedText(count);
    // A refusal is announced by the app with specification §8's words.
    repeat(sessionId, tracker ? "tracker" : "list").then(
      // The server's sentence counts what it really did, but speaks English only.
      (answer) =>
        showToast({
          tone: "success",
          title: tracker ? t.addedToTracker : t.addedToList,
          text: language === "en" && answer?.message ? answer.message : own,
        }),
      () => undefined,
    );
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
