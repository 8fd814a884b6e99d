import { useRef, useState } from "react";
import { useMutation } from "@tanstack/react-query";
import { previewImport, uploadText } from "../../api/settings/import";
import type { ImportFile, ImportPreview } from "../../api/types";
import { locale, useLanguage } from "../../lib/language/i18n";
import { formatNumber } from "../../lib/time/dates";
import type { Encoding } from "./encodings";
import { FileError, MAX_FILE_BYTES, decodeAs, readFile, type DecodedFile } from "./import-file";
import { useImportStrings } from "virtual:strings/import";

export interface ChosenFile {
  readonly source: DecodedFile;
  /** The file with every choice that was made. */
  readonly file: ImportFile;
  /** The server's preview of `previewed`, which lacks the latest choices while a request is running. */
  readonly preview: ImportPreview;
  readonly previewed: ImportFile;
}

/** Reads a file, and previews it with each choice that the user makes. */
export function useImportFile() {
  const t = useImportStrings();
  const language = useLanguage();
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const latestFile = useRef<ImportFile>(undefined);
  const previewing = useMutation({
    mutationFn: async ({ source, file }: Pick<ChosenFile, "source" | "file">) => {
      const preview = await previewImport(file);
      if (latestFile.current === file) setChosen({ source, file, preview, previewed: file });
    },
  });
  /** Shows a choice at once. Only the preview of the latest choice is used. */
  const previewFile = (source: DecodedFile, file: ImportFile) => {
    latestFile.current = file;
    setChosen((before) => before && { ...before, source, file });
    return previewing.mutateAsync({ source, file });
  };
  const latestLoad = useRef<() => Promise<DecodedFile>>(undefined);
  const reading = useMutation({
    mutationFn: async ({ load, options }: { load: () => Promise<DecodedFile>; options: ImportFile }) => {
      latestLoad.current = load;
      const source = await load();
      const uploaded = await uploadText(source.text);
      if (latestLoad.current === load) await previewFile(source, { ...options, ...uploaded });
    },
  });
  const readChosen = async (file: File) => {
    if (file.size > MAX_FILE_BYTES)
      throw new FileError(t.tooLarge(formatNumber(language, Math.round(file.size / 1e5) / 10)));
    // A running preview is of the earlier file.
    latestFile.current = undefined;
    setChosen(null);
    return readFile(file).catch((cause: unknown) => {
      throw new FileError(t.unreadable, { cause });
    });
  };
  return {
    chosen,
    isBusy: reading.isPending || previewing.isPending,
    error: previewing.error ?? reading.error,
    choose: (file: File) => {
      previewing.reset();
      // The country decides whether 02 or 12 is the day in 02/12.
      reading.mutate({ load: () => readChosen(file), options: { language: locale(language) } });
    },
    change: (fields: Partial<ImportFile>) => {
      if (chosen) void previewFile(chosen.source, { ...chosen.file, ...fields }).catch(() => undefined);
    },
    changeEncoding: (encoding: Encoding) => {
      if (!chosen) return;
      const { text: _text, fileKey: _key, ...options } = chosen.file;
      reading.mutate({
        load: () => Promise.resolve(decodeAs(chosen.source, encoding)),
        options: { ...options, columns: undefined },
      });
    },
  };
}
