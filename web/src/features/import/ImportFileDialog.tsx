import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { FileUp, Undo2 } from "lucide-react";
import { uploadText, importFile, lastImport, previewImport, undoImport } from "../../api/settings/import";
import type { ImportFile, ImportPreview, LastImport } from "../../api/types";
import { useNow } from "../../lib/time/clock";
import { formatNumber } from "../../lib/time/dates";
import { formatRelative } from "../../lib/time/relative-time";
import { locale, useLanguage } from "../../lib/language/i18n";
import { Button } from "../../ui/Button";
import { Dialog, DialogCancel } from "../../ui/Dialog";
import { FormAlert } from "../../ui/FormAlert";
import { failureText } from "../../ui/failure-text";
import { useCommon } from "../../ui/strings";
import { showToast } from "../../ui/toasts";
import { ImportColumns } from "./ImportColumns";
import { ImportReading } from "./ImportReading";
import { ImportSummary } from "./ImportSummary";
import { MAX_FILE_BYTES, isJson, readAs, readFile, unreadableReason, type ReadFile } from "./import-file";
import { useImportStrings } from "virtual:strings/import";

const POLL_INTERVAL_MS = 1_000;

interface Chosen {
  readonly source: ReadFile;
  /** The file with every choice that was made. */
  readonly file: ImportFile;
  /** The server's answer to `previewed`, which has fewer choices while the next answer is on its way. */
  readonly preview: ImportPreview;
  readonly previewed: ImportFile;
}

/** Takes over a file: it is chosen, shown, confirmed, and can be taken back. */
export default function ImportFileDialog({ dropped, onClose }: { dropped?: File; onClose: () => void }) {
  const common = useCommon();
  const t = useImportStrings();
  const language = useLanguage();
  const now = useNow();
  const queryClient = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const latest = useRef<ImportFile>(undefined);
  const look = useMutation({
    mutationFn: async ({ source, file }: Pick<Chosen, "source" | "file">) => {
      const preview = await previewImport(file);
      if (latest.current === file) setChosen({ source, file, preview, previewed: file });
    },
  });
  /** Shows a choice at once; the answer to the last one counts. */
  const lookAt = (source: ReadFile, file: ImportFile) => {
    latest.current = file;
    setChosen((before) => before && { ...before, source, file });
    return look.mutateAsync({ source, file });
  };
  const read = useMutation({
    mutationFn: async ({ load, options }: { load: () => Promise<ReadFile>; options: ImportFile }) => {
      const source = await load();
      await lookAt(source, { ...options, ...(await uploadText(source.text)) });
    },
  });
  const choose = async (file: File) => {
    if (file.size > MAX_FILE_BYTES)
      throw new TooLarge(t.tooLarge(formatNumber(language, Math.round(file.size / 1e5) / 10)));
    setChosen(null);
    return readFile(file);
  };
  const undo = useMutation({
    mutationFn: undoImport,
    onSuccess: () => {
      showToast({ tone: "success", title: t.undone });
      void queryClient.invalidateQueries({ queryKey: ["last-import"] });
    },
    onError: (error) => showToast({ tone: "danger", title: t.undoFailed, text: failureText(error) ?? common.tryAgain }),
  });
  const confirm = useMutation({
    mutationFn: importFile,
    onSuccess: ({ itemCount, listItemCount }) => {
      onClose();
      showToast({
        tone: "success",
        title: t.done(itemCount + listItemCount),
        action: { label: t.undo, run: () => undo.mutate() },
        durationMs: 15_000,
      });
    },
    // The limits may have been reached since the file was shown.
    onError: () => undefined,
  });

  const last = useQuery({
    queryKey: ["last-import"],
    queryFn: lastImport,
    gcTime: 0,
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (confirm.isPending || state.data?.finished === false ? POLL_INTERVAL_MS : false),
  });

  const take = (file: File) => {
    confirm.reset();
    look.reset();
    // The country decides which of 02/12 is the day.
    read.mutate({ load: () => choose(file), options: { language: locale(language) } });
  };
  const begin = useEffectEvent(() => dropped && take(dropped));
  useEffect(() => void begin(), [dropped]);
  const change = (fields: Partial<ImportFile>) => {
    if (chosen) void lookAt(chosen.source, { ...chosen.file, ...fields }).catch(() => undefined);
  };
  const failure = confirm.error ?? look.error ?? read.error;
  const reason = unreadableReason(failure);
  const busy = read.isPending || look.isPending;
  const preview = chosen?.preview;
  const isOpen = preview?.days?.isCertain === false;
  const news = preview ? preview.itemCount + preview.listItemCount + preview.sessionCount + preview.correctionCount : 0;
  return (
    <Dialog
      title={t.title}
      description={chosen ? t.kinds[chosen.preview.kind] : t.lead}
      dirty={chosen !== null && !confirm.isPending}
      onClose={onClose}
      footer={
        <>
          <DialogCancel />
          {chosen ? (
            <Button
              variant="primary"
              busy={confirm.isPending}
              disabled={news === 0 || busy || isOpen || chosen.previewed !== chosen.file}
              onClick={() => confirm.mutate(chosen.file)}
            >
              {t.confirm}
            </Button>
          ) : (
            <Button
              variant="primary"
              icon={<FileUp size={20} aria-hidden />}
              busy={busy}
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
          accept=".csv,.tsv,.txt,.md,.json,.ics,text/csv,text/calendar,application/json"
          hidden
          data-testid="import-file"
          onChange={(event) => {
            const file = event.target.files?.[0];
            event.target.value = "";
            if (file) take(file);
          }}
        />
        {failure !== null && (
          <FormAlert
            title={`${t.failed}. `}
            text={
              failure instanceof TooLarge
                ? failure.message
                : ((reason && reasonText(t, reason)) ?? failureText(failure) ?? t.unreadable)
            }
          />
        )}
        <div role="status">{busy && <p className="soft">{t.reading}</p>}</div>
        {chosen && (
          <>
            <ImportReading
              days={chosen.preview.days}
              encoding={chosen.source.canChooseEncoding ? chosen.source.encoding : undefined}
              lists={chosen.preview.lists}
              list={chosen.file.list}
              // Another list may have other columns.
              onList={(list) => change({ list, columns: undefined })}
              onDayOrder={(dayOrder) => change({ dayOrder })}
              onEncoding={(encoding) => {
                const { text: _text, fileKey: _key, ...options } = chosen.file;
                read.mutate({
                  load: () => Promise.resolve(readAs(chosen.source, encoding)),
                  options: { ...options, columns: undefined },
                });
              }}
            />
            {chosen.preview.columns.length > 0 && (
              <ImportColumns
                columns={chosen.preview.columns.map((column, at) => ({
                  ...column,
                  field: (chosen.file.columns ? chosen.file.columns[at] : column.field) ?? null,
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
          <div className="row wrap split gap-10 soft">
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

/** How far an import is, or its undo; also one that another visit began. */
function ImportProgress({ job: { undoing, doneRows, totalRows } }: { job: LastImport }) {
  const t = useImportStrings();
  const language = useLanguage();
  const text = (undoing ? t.undoing : t.importing)(formatNumber(language, doneRows), formatNumber(language, totalRows));
  return (
    <div className="row wrap split gap-10 soft">
      <p role="status">{text}</p>
      <progress aria-label={text} max={totalRows} value={Math.min(doneRows, totalRows)} />
    </div>
  );
}

class TooLarge extends Error {}

/** The sentence for a reason of the server; undefined for one that this version of the site does not know. */
function reasonText({ reasons }: Sentences["import"], { reason, line }: { reason: string; line: number }) {
  const text = Object.entries(reasons).find(([name]) => name === reason)?.[1];
  return typeof text === "function" ? text(line) : text;
}
