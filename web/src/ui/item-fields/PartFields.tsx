import type { ReactNode } from "react";
import { maxLengthOf, type FreeText } from "../../api/item-fields";
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
  MIN_QUANTITY,
  withDate,
  type DatedItem,
  type ItemFields as Fields,
  type Problem,
} from "./model";

/** A field of the forms, or the two of an amount. */
export type Part = "name" | "category" | "amount" | "shelfLife" | "day" | "dateKind" | "place" | FreeText;

export interface PartProps {
  fields: Fields;
  onChange: (next: Partial<Fields>) => void;
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
}

/** A text that may be longer has a field of several lines. */
const MAX_LINE_LENGTH = 100;

function NameField({ fields, onChange, problems, placeholders, hints, missing }: PartProps) {
  const common = useCommon();
  const t = useFieldsStrings();
  const isMissing = problems?.has("name") === true;
  return (
    <TextField
      label={common.itemName}
      name="name"
      value={fields.name}
      maxLength={MAX_NAME_LENGTH}
      autoComplete="off"
      enterKeyHint="done"
      dir="auto"
      placeholder={placeholders?.name}
      hint={hints?.name}
      error={isMissing && missing !== null ? (missing ?? t.missing) : undefined}
      aria-invalid={isMissing || undefined}
      onChange={(event) => onChange({ name: event.target.value })}
    />
  );
}

function CategoryField(props: PartProps) {
  const { fields, onChange, problems, categories = [], moreCategories = [], isCategoryOptional = false } = props;
  const common = useCommon();
  const t = useFieldsStrings();
  const option = (name: string) => (
    <option key={name} value={name}>
      {translated(common.categories, name)}
    </option>
  );
  return (
    <SelectField
      label={isCategoryOptional ? `${common.category} (${common.optional})` : common.category}
      name="category"
      value={fields.category}
      aria-invalid={problems?.has("category") || undefined}
      onChange={(event) => onChange({ category: event.target.value })}
    >
      {(isCategoryOptional || fields.category === "") && <option value="">{common.chooseCategory}</option>}
      {withCurrent(categories, moreCategories.includes(fields.category) ? "" : fields.category).map(option)}
      {moreCategories.length > 0 && <optgroup label={t.more}>{moreCategories.map(option)}</optgroup>}
    </SelectField>
  );
}

function AmountFields({ fields, onChange, problems, min = MIN_QUANTITY, step = MIN_QUANTITY }: PartProps) {
  const common = useCommon();
  const t = useFieldsStrings();
  const language = useLanguage();
  return (
    <div className="two-columns gap-12">
      <NumberField
        label={common.quantity}
        name="quantity"
        min={min}
        step={step}
        value={fields.quantity}
        error={
          problems?.has("quantity")
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
  );
}

function ShelfLifeField({ fields, onChange, problems, item }: PartProps) {
  const common = useCommon();
  const t = useFieldsStrings();
  const language = useLanguage();
  return (
    <NumberField
      label={common.shelfLife}
      name="shelfLife"
      min={1}
      step={1}
      value={fields.day && item ? String(withDate(item, fields).shelfLifeDays) : fields.shelfLife}
      error={problems?.has("shelfLife") ? t.days(formatNumber(language, MAX_SHELF_LIFE_DAYS)) : undefined}
      onChange={(shelfLife) => onChange({ shelfLife, day: null })}
    />
  );
}

function ExpiryDayField({ fields, hints, item, onDay }: PartProps) {
  const t = useFieldsStrings();
  return (
    <DayField
      label={fields.dateKind === "estimate" ? t.keepsUntil : t.dateKinds[fields.dateKind]}
      name="day"
      value={fields.day ?? (item ? expiryDay(withDate(item, fields)) : "")}
      hint={hints?.day}
      onChange={(day) => onDay?.(day)}
    />
  );
}

function DateKindField({ fields, onChange }: PartProps) {
  const t = useFieldsStrings();
  return (
    <SelectField
      label={t.dateKind}
      name="dateKind"
      value={fields.dateKind}
      onChange={(event) => onChange({ dateKind: DATE_KINDS.find((kind) => kind === event.target.value) ?? "estimate" })}
    >
      {DATE_KINDS.map((kind) => (
        <option key={kind} value={kind}>
          {t.dateKinds[kind]}
        </option>
      ))}
    </SelectField>
  );
}

function PlaceField({ fields, onChange, places = [], usualPlace }: PartProps) {
  return (
    <PlaceSelect
      value={fields.place}
      places={places}
      onChange={(place) => onChange({ place })}
      {...(usualPlace !== undefined && { usual: usualPlace })}
    />
  );
}

function FreeTextField({ field, fields, onChange, placeholders }: PartProps & { field: FreeText }) {
  const common = useCommon();
  const maxLength = maxLengthOf(field);
  const Control = maxLength > MAX_LINE_LENGTH ? TextArea : TextField;
  return (
    <Control
      label={common[field]}
      name={field}
      value={fields[field]}
      placeholder={placeholders?.[field]}
      maxLength={maxLength}
      onChange={(event) => onChange({ [field]: event.target.value })}
    />
  );
}

/** Shows one part of a form. */
export function PartField({ part, ...props }: PartProps & { part: Part }): ReactNode {
  switch (part) {
    case "name":
      return <NameField {...props} />;
    case "category":
      return <CategoryField {...props} />;
    case "amount":
      return <AmountFields {...props} />;
    case "shelfLife":
      return <ShelfLifeField {...props} />;
    case "day":
      return <ExpiryDayField {...props} />;
    case "dateKind":
      return <DateKindField {...props} />;
    case "place":
      return <PlaceField {...props} />;
    default:
      return <FreeTextField field={part} {...props} />;
  }
}
