import type { ImportFile } from "../../api/types";
import { ImportColumns } from "./ImportColumns";
import { ImportFormat } from "./ImportFormat";
import type { Encoding } from "./encodings";
import { isJson } from "./import-file";
import type { ChosenFile } from "./use-import-file";

interface ImportSettingsProps {
  chosen: ChosenFile;
  onChange: (change: Partial<ImportFile>) => void;
  onEncoding: (encoding: Encoding) => void;
}

/** Shows how the file is read, with each choice that the server's preview does not know yet. */
export function ImportSettings({ chosen: { source, file, preview }, onChange, onEncoding }: ImportSettingsProps) {
  return (
    <>
      <ImportFormat
        days={preview.days}
        encoding={source.canChooseEncoding ? source.encoding : undefined}
        lists={preview.lists}
        list={file.list}
        // Another list may have other columns.
        onList={(list) => onChange({ list, columns: undefined })}
        onDayOrder={(dayOrder) => onChange({ dayOrder })}
        onEncoding={onEncoding}
      />
      {preview.columns.length > 0 && (
        <ImportColumns
          columns={preview.columns.map((column, index) => ({
            ...column,
            field: (file.columns ? file.columns[index] : column.field) ?? null,
          }))}
          target={file.target ?? preview.target}
          hasHeader={isJson(source.text) ? undefined : (file.hasHeader ?? preview.hasHeader)}
          onChange={onChange}
        />
      )}
    </>
  );
}
