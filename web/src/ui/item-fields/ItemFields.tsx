import { Fragment, type ReactNode } from "react";
import { freeTexts, maxLengthOf, type FreeText } from "../../api/item-fields";
import { withCurrent } from "../../lib/domain/catalogue";
import { expiryDay } from "../../lib/domain/freshness";
import { MAX_QUANTITY, MAX_SHELF_LIFE_DAYS } from "../../lib/domain/limits";
import type { StoragePlace } from "../../lib/domain/places";
import { offeredUnits } from "../../lib/domain/units";
import { useLanguage } from "../../lib/language/i18n";
import { formatNumber } from "../../lib/time/dates";
import { useFieldsStrings } from "virtual:strings/fields";
import { DayField } from "../widgets/DayField";
import { NumberField, SelectField, TextArea, TextField } from "../widgets/Field";
import { PlaceSelect } from "../widgets/PlaceSelect";
import { translated, unitName, useCommon } from "../text/strings";
import {
  DATE_KINDS,
  MAX_NAME_LENGTH,
  withDate,
  type DatedItem,
  type ItemFields as Fields,
  type Problem,
} from "./model";

type Part = "name" | "category" | "amount" | "shelfLife" | "day" | "dateKind" | "place" | FreeText;

interface ItemFieldsProps {
  fields: Fields;
  onChange: (next: Partial<Fields>) => void;
  /** The fields in order; a list has the fields of one line. */
  parts: readonly (Part | readonly Part[])[];
  problems?: ReadonlySet<Problem> | undefined;
  categories?: readonly string[];
  /** Categories in a group below the others. */
  moreCategories?: readonly string[];
  isCategoryOptional?: boolean;
  /** The smallest quantity, and the step that the field allows. */
  min?: number;
  step?: number;
  /** The item whose date the fields change, and the handler of a chosen day. */
  item?: DatedItem;
  onDay?: (day: string) => void;
  places?: readonly StoragePlace[];
  /** The name of the option for the usual place. */
  usualPlace?: string;
  placeholders?: Partial<Record<"name" | FreeText, string>>;
  hints?: Partial<Record<"name" | "day", string | undefined>>;
  /** The error for a missing name; null if the form shows it elsewhere. */
  missing?: string | null;
  /** Content after a field. */
  after?: Partial<Record<Part, ReactNode>>;
}

const NONE: ReadonlySet<Problem> = new Set();

/** The fields of all forms that add or edit an item or a list row. */
export function ItemFields({
  fields,
  onChange,
  parts,
  problems = NONE,
  categories = [],
  moreCategories = [],
  isCategoryOptional = false,
  min = 0.1,
  step = 0.1,
  item,
  onDay,
  places = [],
  usualPlace,
  placeholders = {},
  hints = {},
  missing,
  after = {},
}: ItemFieldsProps) {
  const common = useCommon();
  const t = useFieldsStrings();
  const language = useLanguage();
  const dated = item && withDate(item, fields);
  const categoryOption = (name: string) => (
    <option key={name} value={name}>
      {translated(common.categories, name)}
    </option>
  );
  const shown: Readonly<Record<Part, () => ReactNode>> = {
    name: () => (
      <TextField
        label={common.itemName}
        name="name"
        value={fields.name}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        enterKeyHint="done"
        dir="auto"
        placeholder={placeholders.name}
        hint={hints.name}
        error={problems.has("name") && missing !== null ? (missing ?? t.missing) : undefined}
        aria-invalid={problems.has("name") ? true : undefined}
        onChange={(event) => onChange({ name: event.target.value })}
      />
    ),
    category: () => (
      <SelectField
        label={isCategoryOptional ? `${common.category} (${common.optional})` : common.category}
        name="category"
        value={fields.category}
        aria-invalid={problems.has("category") ? true : undefined}
        onChange={(event) => onChange({ category: event.target.value })}
      >
        {(isCategoryOptional || fields.category === "") && <option value="">{common.chooseCategory}</option>}
        {withCurrent(categories, moreCategories.includes(fields.category) ? "" : fields.category).map(categoryOption)}
        {moreCategories.length > 0 && <optgroup label={t.more}>{moreCategories.map(categoryOption)}</optgroup>}
      </SelectField>
    ),
    amount: () => (
      <div className="two-columns gap-12">
        <NumberField
          label={common.quantity}
          name="quantity"
          min={min}
          step={step}
          value={fields.quantity}
          error={
            problems.has("quantity")
              ? t.quantity(formatNumber(language, min), formatNumber(language, MAX_QUANTITY))
              : undefined
          }
          onChange={(quantity) => onChange({ quantity })}
        />
        <SelectField
          label={common.unit}
          name="unit"
          value={fields.unit}
          onChange={(event) => onChange({ unit: event.target.value })}
        >
          {withCurrent(offeredUnits(), fields.unit).map((unit) => (
            <option key={unit} value={unit}>
              {unitName(common, unit)}
            </option>
          ))}
        </SelectField>
      </div>
    ),
    shelfLife: () => (
      <NumberField
        label={common.shelfLife}
        name="shelfLife"
        min={1}
        step={1}
        value={fields.day && dated ? String(dated.shelfLifeDays) : fields.shelfLife}
        error={problems.has("shelfLife") ? t.days(formatNumber(language, MAX_SHELF_LIFE_DAYS)) : undefined}
        onChange={(shelfLife) => onChange({ shelfLife, day: null })}
      />
    ),
    day: () => (
      <DayField
        label={fields.dateKind === "estimate" ? t.keepsUntil : t.dateKinds[fields.dateKind]}
        name="day"
        value={fields.day ?? (dated ? expiryDay(dated) : "")}
        hint={hints.day}
        onChange={(day) => onDay?.(day)}
      />
    ),
    dateKind: () => (
      <SelectField
        label={t.dateKind}
        name="dateKind"
        value={fields.dateKind}
        onChange={(event) =>
          onChange({ dateKind: DATE_KINDS.find((kind) => kind === event.target.value) ?? "estimate" })
        }
      >
        {DATE_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {t.dateKinds[kind]}
          </option>
        ))}
      </SelectField>
    ),
    place: () => (
      <PlaceSelect
        value={fields.place}
        places={places}
        onChange={(place) => onChange({ place })}
        {...(usualPlace !== undefined && { usual: usualPlace })}
      />
    ),
    ...freeTexts((field) => () => {
      const maxLength = maxLengthOf(field);
      const props = { name: field, value: fields[field], placeholder: placeholders[field], maxLength };
      const Control = maxLength > 100 ? TextArea : TextField;
      return (
        <Control {...props} label={common[field]} onChange={(event) => onChange({ [field]: event.target.value })} />
      );
    }),
  };
  return parts.map((row) => {
    const line = typeof row === "string" ? [row] : row;
    const fields = line.map((part) => <Fragment key={part}>{shown[part]()}</Fragment>);
    return (
      <Fragment key={line.join()}>
        {line.length > 1 ? <div className="two-columns gap-12">{fields}</div> : fields}
        {line.map((part) => (
          <Fragment key={part}>{after[part]}</Fragment>
        ))}
      </Fragment>
    );
  });
}
