import type { ImportField, ImportFile, ImportPreview, ImportTarget } from "../../api/types";
import { FormAlert } from "../../ui/widgets/FormAlert";
import { Segmented } from "../../ui/widgets/Segmented";
import { SelectField, Switch } from "../../ui/widgets/Field";
import { useImportStrings } from "virtual:strings/import";

const TARGETS: readonly ImportTarget[] = ["items", "shoppingList"];

interface ImportColumnsProps {
  columns: ImportPreview["columns"];
  target: ImportTarget;
  /** Undefined for a file whose format has no row of headings. */
  hasHeader: boolean | undefined;
  onChange: (change: Partial<ImportFile>) => void;
}

/**
 * Sets the field of each column of a table, and the destination of its rows. Several columns may have one field: the
 * server reads the filled one with the most specific heading, and joins notes.
 */
export function ImportColumns({ columns, target, hasHeader, onChange }: ImportColumnsProps) {
  const t = useImportStrings();
  const fields = columns.map(({ field }) => field ?? null);
  const choices = Object.keys(t.fields) as ImportField[];
  const setField = (index: number, field: ImportField | null) => onChange({ columns: fields.with(index, field) });
  return (
    <section className="stack gap-12" aria-labelledby="import-columns">
      <Segmented
        fill
        label={t.target}
        value={target}
        options={TARGETS.map((value) => ({ value, label: t.targets[value] }))}
        onChange={(next) => onChange({ target: next })}
      />
      {hasHeader !== undefined && (
        <Switch
          label={t.hasHeader}
          hint={t.hasHeaderHint}
          checked={hasHeader}
          // The columns may have other headings then.
          onChange={(next) => onChange({ hasHeader: next, columns: undefined })}
        />
      )}
      <h3 id="import-columns">{t.columns}</h3>
      {!fields.includes("name") && <FormAlert text={t.noName} />}
      <div className="columns gap-12">
        {columns.map(({ header, samples }, index) => (
          <SelectField
            // Two columns may have the same heading.
            key={`${index}-${header}`}
            label={header === "" ? t.columnNumber(index + 1) : t.column(header)}
            {...(samples.length > 0 && { hint: t.example(samples.join(", ")) })}
            value={fields[index] ?? ""}
            onChange={(event) =>
              setField(index, event.target.value === "" ? null : (event.target.value as ImportField))
            }
          >
            <option value="">{t.ignored}</option>
            {choices.map((field) => (
              <option key={field} value={field}>
                {t.fields[field]}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
    </section>
  );
}
