import { useState } from "react";
import { keys } from "../../api/cached/queries";
import { queryClient } from "../../api/cached/query-client";
import { refusedValues } from "../../api/outbox/correct";
import { kindOf } from "../../api/outbox/kinds";
import { outbox } from "../../api/outbox/outbox";
import { LARDER_CHANGED, UNREADABLE, UNSURE } from "../../api/outbox/delivery";
import { restorableItem, restoreAndSendAgain } from "../../api/outbox/restore";
import type { QueuedChange } from "../../api/outbox/rows";
import type { ShoppingListItem } from "../../api/types";
import { stateOf } from "../../api/outbox/state";
import { useFailed, usePending } from "../../api/cached/use-data";
import { formatRelative } from "../../lib/time/relative-time";
import { useNow } from "../../lib/time/clock";
import { useLanguage } from "../../lib/language/i18n";
import { useOutboxStrings } from "virtual:strings/outbox";
import { Button } from "../../ui/widgets/Button";
import { useConfirm } from "../../ui/widgets/Confirm";
import { Dialog } from "../../ui/widgets/Dialog";
import { changeFailureText, refusalText } from "../../ui/text/failure-text";
import { useCommon } from "../../ui/text/strings";
import { CorrectDialog } from "../pages/CorrectDialog";
import styles from "./OutboxDialog.module.css";
import { describeChange } from "./describe-change";

/** Lists the failed changes, to be corrected, retried or discarded, and the waiting ones. */
export default function OutboxDialog({ onClose }: { onClose: () => void }) {
  const t = useOutboxStrings();
  const common = useCommon();
  const pending = usePending();
  const failed = useFailed();
  const { confirm, dialog } = useConfirm();
  const [edited, setEdited] = useState<QueuedChange>();
  const valuesOf = (row: QueuedChange) =>
    refusedValues(row, queryClient.getQueryData<readonly ShoppingListItem[]>(keys.shoppingList) ?? []);
  const refused = edited && valuesOf(edited);

  const discard = async (row: QueuedChange, what: string) => {
    if (await confirm({ title: t.discard, text: t.discardQuestion(what), action: t.discard }))
      void outbox.discard(row.key);
  };
  const note = (row: QueuedChange): string | undefined => {
    const state = stateOf(row, outbox.isSending(row.key));
    if (state.type !== "failed") return outbox.unsaved().has(row.key) ? t.unsaved : undefined;
    if (state.failure.code === UNSURE) return t.unsure;
    if (state.failure.code === LARDER_CHANGED) return t.leftBehind;
    if (state.failure.code === UNREADABLE) return t.unreadable;
    return refusalText(state.failure) ?? changeFailureText(row.change.kind) ?? common.tryAgain;
  };

  return (
    <Dialog
      title={t.title}
      description={pending.length + failed.length > 0 ? t.intro : t.nothing}
      reading
      // It has no fields of its own; those of a correction are saved or discarded in its own dialog.
      dirty={false}
      onClose={onClose}
      footer={
        <>
          {pending.length > 0 && <Button onClick={() => outbox.flush()}>{t.sendNow}</Button>}
          <Button variant="primary" onClick={onClose}>
            {common.close}
          </Button>
        </>
      }
    >
      {failed.length > 0 && (
        <section className="stack gap-16 top shrink" aria-labelledby="could-not-be-sent">
          <h3 id="could-not-be-sent">{t.failed}</h3>
          <ul className="rows">
            {failed.map((row) => (
              <Row
                key={row.key}
                row={row}
                note={note(row)}
                onDiscard={discard}
                {...(valuesOf(row) && { onEdit: () => setEdited(row) })}
                onRetry={() => void (restorableItem(row) ? restoreAndSendAgain(row) : outbox.sendAgain(row.key))}
              />
            ))}
          </ul>
        </section>
      )}
      {pending.length > 0 && (
        <section className="stack gap-16 top shrink" aria-labelledby="waiting-changes">
          <h3 id="waiting-changes">{t.waiting}</h3>
          <ul className="rows">
            {pending.map((row) => (
              <Row key={row.key} row={row} note={note(row)} onDiscard={discard} />
            ))}
          </ul>
        </section>
      )}
      {dialog}
      {edited && refused && (
        <CorrectDialog
          row={edited}
          refused={refused}
          reason={[describeChange(t, edited.change), note(edited)].join(" · ")}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Dialog>
  );
}

interface RowProps {
  row: QueuedChange;
  note: string | undefined;
  onDiscard: (row: QueuedChange, what: string) => Promise<void>;
  onEdit?: () => void;
  onRetry?: () => void;
}

function Row({ row, note, onDiscard, onEdit, onRetry }: RowProps) {
  const t = useOutboxStrings();
  const common = useCommon();
  const language = useLanguage();
  const now = useNow();
  const what = describeChange(t, row.change);
  return (
    <li className={`row wrap split ${styles.row}`}>
      <div className="words">
        <p className="strong">{what}</p>
        <p className="muted">
          <time dateTime={row.at}>{formatRelative(language, row.at, now)}</time>
          {note !== undefined && <> · {note}</>}
        </p>
      </div>
      <div className="flex wrap gap-8">
        {onEdit && (
          <Button size="small" className="members-only" aria-label={`${common.edit}: ${what}`} onClick={onEdit}>
            {common.edit}
          </Button>
        )}
        {onRetry && (
          <Button
            size="small"
            className={kindOf(row.change).isForLookers ? undefined : "members-only"}
            aria-label={restorableItem(row) ? t.restoreAndSendNamed(what) : t.sendAgainNamed(what)}
            onClick={onRetry}
          >
            {restorableItem(row) ? t.restoreAndSend : t.sendAgain}
          </Button>
        )}
        <Button
          size="small"
          variant="ghost"
          aria-label={t.discardNamed(what)}
          onClick={() => void onDiscard(row, what)}
        >
          {t.discard}
        </Button>
      </div>
    </li>
  );
}
