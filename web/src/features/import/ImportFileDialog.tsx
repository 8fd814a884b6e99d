import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FileUp, Undo2 } from "lucide-react";
import { uploadText, importFile, lastImport, previewImport, undoImport } from "../../api/settings/import";
import type { ImportFile, ImportPreview, LastImport } from "../../api/types";
import { IMPORT_PROGRAMS } from "../../lib/domain/import-programs";
import { useNow } from "../../lib/time/clock";
import { formatNumber } from "../../lib/time/dates";
import { formatRelative } from "../../lib/time/relative-time";
import { locale, useLanguage } from "../../lib/language/i18n";
import { Button } from "../../ui/widgets/Button";
import { Dialog, DialogCancel } from "../../ui/widgets/Dialog";
import { FormAlert } from "../../ui/widgets/FormAlert";
import { failureText } from "../../ui/text/failure-text";
import { useCommon } from "../../ui/text/strings";
import { showToast } from "../../ui/toasts";
import { ImportColumns } from "./ImportColumns";
import { ImportFormat } from "./ImportFormat";
import { ImportSummary } from "./ImportSummary";
import { MAX_FILE_BYTES, isJson, decodeAs, readFile, unreadableReason, type ReadFile } from "./import-file";
import { useImportStrings } from "virtual:strings/import";

const POLL_INTERVAL_MS = 1_000;

interface Chosen {
  readonly source: ReadFile;
  /** The file with every choice that was made. */
  readonly file: ImportFile;
  /** The server's preview of `previewed`, which lacks the latest choices while a request is running. */
  readonly preview: ImportPreview;
  readonly previewed: ImportFile;
}

/** Imports a file: the user chooses it, checks the preview and confirms. The last import can be undone. */
export default function ImportFileDialog({ dropped, onClose }: { dropped?: File; onClose: () => void }) {
  const common = useCommon();
  const t = useImportStrings();
  const language = useLanguage();
  const now = useNow();
  const queryClient = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const latestFile = useRef<ImportFile>(undefined);
  const previewing = useMutation({
    mutationFn: async ({ source, file }: Pick<Chosen, "source" | "file">) => {
      const preview = await previewImport(file);
      if (latestFile.current === file) setChosen({ source, file, preview, previewed: file });
    },
  });
  /** Shows a choice at once. Only the preview of the latest choice is used. */
  const previewFile = (source: ReadFile, file: ImportFile) => {
    latestFile.current = file;
    setChosen((before) => before && { ...before, source, file });
    return previewing.mutateAsync({ source, file });
  };
  const reading = useMutation({
    mutationFn: async ({ load, options }: { load: () => Promise<ReadFile>; options: ImportFile }) => {
      const source = await load();
      await previewFile(source, { ...options, ...(await uploadText(source.text)) });
    },
  });
  const readChosen = async (file: File) => {
    if (file.size > MAX_FILE_BYTES)
      throw new FileError(t.tooLarge(formatNumber(language, Math.round(file.size / 1e5) / 10)));
    setChosen(null);
    return readFile(file).catch((cause: unknown) => {
      throw new FileError(t.unreadable, { cause });
    });
  };
  const undo = useMutation({
    mutationFn: undoImport,
    onSuccess: () => {
      showToast({ tone: "success", title: t.undone });
      void queryClient.invalidateQueries({ queryKey: ["last-import"] });
    },
    onError: (error) => showToast({ tone: "danger", title: t.undoFailed, text: failureText(error) ?? common.tryAgain }),
  });
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const confirm = useMutation({
    mutationFn: importFile,
    onSuccess: ({ itemCount, listItemCount }) =>
      showToast({
        tone: "success",
        title: t.done(itemCount + listItemCount),
        action: { label: t.undo, run: () => undo.mutate() },
        durationMs: 15_000,
      }),
    // The dialog shows the error, such as a limit that was reached since the preview, unless it was closed.
    onError: (error) => {
      if (!isShown.current) showToast({ tone: "danger", title: t.failed, text: failureText(error) ?? common.tryAgain });
    },
  });

  const last = useQuery({
    queryKey: ["last-import"],
    queryFn: lastImport,
    gcTime: 0,
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (confirm.isPending || state.data?.finished === false ? POLL_INTERVAL_MS : false),
  });

  const chooseFile = (file: File) => {
    confirm.reset();
    previewing.reset();
    // The country decides whether 02 or 12 is the day in 02/12.
    reading.mutate({ load: () => readChosen(file), options: { language: locale(language) } });
  };
  const chooseDropped = useEffectEvent(() => dropped && chooseFile(dropped));
  useEffect(() => void chooseDropped(), [dropped]);
  const change = (fields: Partial<ImportFile>) => {
    if (chosen) void previewFile(chosen.source, { ...chosen.file, ...fields }).catch(() => undefined);
  };
  const failure = confirm.error ?? previewing.error ?? reading.error;
  const reason = unreadableReason(failure);
  const isBusy = reading.isPending || previewing.isPending;
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
        {failure !== null && (
          <FormAlert
            title={`${t.failed}. `}
            text={
              failure instanceof FileError
                ? failure.message
                : ((reason && reasonText(t, reason)) ??
                  failureText(failure) ??
                  (reason ? t.unreadable : common.tryAgain))
            }
          />
        )}
        <div role="status">{isBusy && <p className="muted">{t.reading}</p>}</div>
        {chosen && (
          <>
            <ImportFormat
              days={chosen.preview.days}
              encoding={chosen.source.canChooseEncoding ? chosen.source.encoding : undefined}
              lists={chosen.preview.lists}
              list={chosen.file.list}
              // Another list may have other columns.
              onList={(list) => change({ list, columns: undefined })}
              onDayOrder={(dayOrder) => change({ dayOrder })}
              onEncoding={(encoding) => {
                const { text: _text, fileKey: _key, ...options } = chosen.file;
                reading.mutate({
                  load: () => Promise.resolve(decodeAs(chosen.source, encoding)),
                  options: { ...options, columns: undefined },
                });
              }}
            />
            {chosen.preview.columns.length > 0 && (
              <ImportColumns
                columns={chosen.preview.columns.map((column, index) => ({
                  ...column,
                  field: (chosen.file.columns ? chosen.file.columns[index] : column.field) ?? null,
                }))}
                target={chosen.file.target ?? chosen.preview.target}
                hasHeader={isJson(chosen.source.text) ? undefined : (chosen.file.hasHeader ?? chosen.preview.hasHeader)}
                onChange={change}
              />
            )}
            <ImportSummary preview={chosen.preview} />
            <Button size="small" icon={<FileUp size={18} aria-hidden />} onClick={() => input.current?.click()}>
              {t.other}
            </Button>
          </>
        )}
        {last.data?.finished === false && <ImportProgress job={last.data} />}
        {!chosen && last.data?.finished && (
          <div className="row wrap split gap-10 muted">
            <p>{t.last(formatRelative(language, last.data.madeAt, now))}</p>
            <Button
              size="small"
              icon={<Undo2 size={18} aria-hidden />}
              busy={undo.isPending}
              onClick={() => undo.mutate()}
            >
              {t.lastUndo}
            </Button>
          </div>
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

/** A file that cannot be read in the browser. The message is in the user's language. */
class FileError extends Error {}

/** Returns the text for the server's reason; undefined if this version of the site does not know it. */
function reasonText({ reasons }: Sentences["import"], { reason, line }: { reason: string; line: number }) {
  const text = Object.entries(reasons).find(([name]) => name === reason)?.[1];
  return typeof text === "function" ? text(line) : text;
}
