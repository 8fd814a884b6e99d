import { CloudOff } from "lucide-react";
import { usePending } from "../../api/cached/use-data";
import { isReceipt } from "../../api/outbox/changes";
import { outbox } from "../../api/outbox/outbox";
import { Button } from "../../ui/widgets/Button";
import { useConfirm } from "../../ui/widgets/Confirm";
import { useScanStrings } from "virtual:strings/scan";

/** Says how many receipts wait to be read, of those that no screen follows, and discards them after a question. */
export function WaitingReceipts() {
  const t = useScanStrings();
  const { confirm, dialog } = useConfirm();
  const waiting = usePending().filter((row) => isReceipt(row.change) && !outbox.isFollowed(row.key));
  const discard = async () => {
    const text = t.queueDiscardText(waiting.length);
    if (!(await confirm({ title: t.queueDiscard, text, action: t.queueDiscardAction }))) return;
    for (const row of waiting) void outbox.discard(row.key);
  };
  return (
    <>
      {waiting.length > 0 && (
        <div className="card pad row wrap gap-12" role="status" aria-label={t.queueLabel}>
          <CloudOff size={20} aria-hidden className="muted" />
          <p className="words">{t.queueText(waiting.length)}</p>
          <Button variant="ghost" size="small" onClick={() => void discard()}>
            {t.queueDiscard}
          </Button>
        </div>
      )}
      {dialog}
    </>
  );
}
