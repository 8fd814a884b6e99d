import type { ImportDayOrder, ImportPreview } from "../../api/types";
import { locale, useLanguage } from "../../lib/language/i18n";
import { FormAlert } from "../../ui/widgets/FormAlert";
import { SelectField } from "../../ui/widgets/Field";
import { Segmented } from "../../ui/widgets/Segmented";
import { ENCODINGS, LANGUAGE_OF, type Encoding } from "./encodings";
import { parseDay } from "./import-file";
import { useImportStrings } from "virtual:strings/import";

const ORDERS: readonly ImportDayOrder[] = ["dayFirst", "monthFirst", "yearFirst"];

interface ImportFormatProps {
  days: ImportPreview["days"];
  /** The names of the file's lists, if it has several. */
  lists: readonly string[];
  /** The chosen list; undefined for all. */
  list: string | undefined;
  onList: (list: string | undefined) => void;
  /** Undefined if every encoding gives the same text. */
  encoding: Encoding | undefined;
  onDayOrder: (order: ImportDayOrder) => void;
  onEncoding: (encoding: Encoding) => void;
}

/** Sets the list, the order of day and month, and the encoding of a file, if they are ambiguous. */
export function ImportFormat({ days, lists, list, encoding, onDayOrder, onList, onEncoding }: ImportFormatProps) {
  const t = useImportStrings();
  const language = useLanguage();
  const format = new Intl.DateTimeFormat(locale(language), { dateStyle: "medium", timeZone: "UTC" });
  const options = ORDERS.flatMap((order) => {
    const day = days ? parseDay(days.example, order) : undefined;
    return day !== undefined && (order !== "yearFirst" || days?.order === order)
      ? [{ value: order, label: format.format(new Date(day)) }]
      : [];
  });
  const knownNames: Readonly<Partial<Record<Encoding, string>>> = t.encodings;
  const languages = new Intl.DisplayNames(language, { type: "language" });
  const encodingName = (name: Encoding) => knownNames[name] ?? `${languages.of(LANGUAGE_OF[name] ?? name)} (${name})`;
  return (
    <>
      {days && options.length > 1 && (
        <div className="stack gap-12">
          <h3>{t.dayOrder(days.example)}</h3>
          {!days.isCertain && <FormAlert text={t.dayOrderNeeded} />}
          <Segmented
            fill
            label={t.dayOrder(days.example)}
            // No option is selected until the user chooses one.
            value={days.isCertain ? days.order : ("" as ImportDayOrder)}
            options={options}
            onChange={onDayOrder}
          />
        </div>
      )}
      {lists.length > 1 && (
        <SelectField label={t.list} value={list ?? ""} onChange={(event) => onList(event.target.value || undefined)}>
          <option value="">{t.allLists}</option>
          {lists.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
      )}
      {encoding !== undefined && (
        <SelectField
          label={t.encoding}
          value={encoding}
          onChange={(event) => onEncoding(event.target.value as Encoding)}
        >
          {ENCODINGS.map((name) => (
            <option key={name} value={name}>
              {encodingName(name)}
            </option>
          ))}
        </SelectField>
      )}
    </>
  );
}
