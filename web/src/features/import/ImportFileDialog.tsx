import { useEffect, useEffectEvent, useRef } from "react";
import { FileUp, Undo2 } from "lucide-react";
import { UnconfirmedError } from "../../api/settings/import";
import type { LastImport } from "../../api/types";
import { IMPORT_PROGRAMS } from "../../lib/domain/import-programs";
import { useNow } from "../../lib/time/clock";
import { formatNumber } from "../../lib/time/dates";
import { formatRelative } from "../../lib/time/relative-time";
import { useLanguage } from "../../lib/language/i18n";
import { Button } from "../../ui/widgets/Button";
import { Dialog, DialogCancel } from "../../ui/widgets/Dialog";
import { FormAlert } from "../../ui/widgets/FormAlert";
import { failureText } from "../../ui/text/failure-text";
import { useCommon } from "../../ui/text/strings";
import { ImportSettings } from "./ImportSettings";
import { ImportSummary } from "./ImportSummary";
import { FileError, unreadableReason } from "./import-file";
import { useImportFile } from "./use-import-file";
import { useImportJob } from "./use-import-job";
import { useImportStrings } from "virtual:strings/import";

/** Imports a file: the user chooses it, checks the preview and confirms. The last import can be undone. */
export default function ImportFileDialog({ dropped, onClose }: { dropped?: File; onClose: () => void }) {
  const t = useImportStrings();
  const input = useRef<HTMLInputElement>(null);
  const { chosen, isBusy, error, choose, change, changeEncoding } = useImportFile();
  const { confirm, undo, last } = useImportJob();
  const chooseFile = (file: File) => {
    confirm.reset();
    choose(file);
  };
  const chooseDropped = useEffectEvent(() => dropped && chooseFile(dropped));
  useEffect(() => void chooseDropped(), [dropped]);
  const preview = chosen?.preview;
  const isDayOrderOpen = preview?.days?.isCertain === false;
  const newCount = preview
    ? preview.itemCount + preview.listItemCount + preview.sessionCount + preview.correctionCount
    : 0;
  return (
    <Dialog
      title={t.title}
      description={chosen ? { ...IMPORT_PROGRAMS, ...t.kinds }[chosen.preview.kind] : t.lead}
      dirty={chosen !== null && !confirm.isPending}
      onClose={onClose}
      footer={
        <>
          <DialogCancel />
          {chosen ? (
            <Button
              variant="primary"
              busy={confirm.isPending}
              disabled={newCount === 0 || isBusy || isDayOrderOpen || chosen.previewed !== chosen.file}
              // Closes only this dialog: this callback is not called once it is gone.
              onClick={() => confirm.mutate(chosen.file, { onSuccess: onClose })}
            >
              {t.confirm}
            </Button>
          ) : (
            <Button
              variant="primary"
              icon={<FileUp size={20} aria-hidden />}
              busy={isBusy}
              onClick={() => input.current?.click()}
            >
              {t.choose}
            </Button>
          )}
        </>
      }
    >
      <div className="stack gap-20">
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,.md,.org,.json,.ics,text/csv,text/calendar,application/json"
          hidden
          data-testid="import-file"
          onChange={(event) => {
            const file = event.target.files?.[0];
            event.target.value = "";
            if (file) chooseFile(file);
          }}
        />
        <ImportFailure error={confirm.error ?? error} />
        <div role="status">{isBusy && <p className="muted">{t.reading}</p>}</div>
        {chosen && (
          <>
            <ImportSettings chosen={chosen} onChange={change} onEncoding={changeEncoding} />
            <ImportSummary preview={chosen.preview} />
            <Button size="small" icon={<FileUp size={18} aria-hidden />} onClick={() => input.current?.click()}>
              {t.other}
            </Button>
          </>
        )}
        {last?.finished === false && <ImportProgress job={last} />}
        {!chosen && last?.finished && (
          <UndoLastImport madeAt={last.madeAt} busy={undo.isPending} onUndo={() => undo.mutate()} />
        )}
      </div>
    </Dialog>
  );
}

/** Shows the progress of an import or its undo, including one that was started earlier or on another device. */
function ImportProgress({ job: { undoing, doneRows, totalRows } }: { job: LastImport }) {
  const t = useImportStrings();
  const language = useLanguage();
  const text = (undoing ? t.undoing : t.importing)(formatNumber(language, doneRows), formatNumber(language, totalRows));
  return (
    <div className="row wrap split gap-10 muted">
      <p role="status">{text}</p>
      <progress aria-label={text} max={totalRows} value={Math.min(doneRows, totalRows)} />
    </div>
  );
}

interface UndoLastImportProps {
  madeAt: string;
  busy: boolean;
  onUndo: () => void;
}

function UndoLastImport({ madeAt, busy, onUndo }: UndoLastImportProps) {
  const t = useImportStrings();
  const language = useLanguage();
  const now = useNow();
  return (
    <div className="row wrap split gap-10 muted">
      <p>{t.last(formatRelative(language, madeAt, now))}</p>
      <Button size="small" icon={<Undo2 size={18} aria-hidden />} busy={busy} onClick={onUndo}>
        {t.lastUndo}
      </Button>
    </div>
  );
}

function ImportFailure({ error }: { error: Error | null }) {
  const common = useCommon();
  const t = useImportStrings();
  if (error === null) return null;
  if (error instanceof UnconfirmedError) return <FormAlert text={t.unconfirmed} />;
  const reason = unreadableReason(error);
  const text =
    error instanceof FileError
      ? error.message
      : reason
        ? (reasonText(t, reason) ?? failureText(error) ?? t.unreadable)
        : (failureText(error) ?? common.tryAgain);
  return <FormAlert title={`${t.failed}. `} text={text} />;
}

/** Returns the text for the server's reason; undefined if this version of the site does not know it. */
function reasonText({ reasons }: Sentences["import"], { reason, line }: { reason: string; line: number }) {
  const text = Object.entries(reasons).find(([name]) => name === reason)?.[1];
  return typeof text === "function" ? text(line) : text;
}
