import { useState } from "react";
import { ChevronDown } from "lucide-react";
import { withPresent } from "../../lib/domain/catalogue";
import { offeredUnits } from "../../lib/domain/units";
import { CATEGORIES } from "../../lib/products";
import { NumberField, SelectField, TextArea } from "../../ui/Field";
import surface from "../../ui/Surface.module.css";
import { translated, unitName, useCommon } from "../../ui/strings";
import styles from "./AddLine.module.css";
import type { LineFields } from "./line-fields";
import { useShoppingStrings } from "virtual:strings/shopping";

/** The rest of the "Add Item" form. `unit` is what counts: the one chosen, or the one that was typed. */
export function AddFields({
  fields,
  unit,
  onChange,
}: {
  fields: LineFields;
  unit: string;
  onChange: (next: Partial<LineFields>) => void;
}) {
  const common = useCommon();
  const t = useShoppingStrings();
  const [more, setMore] = useState(false);
  return (
    <>
      <div className={surface.twoColumns}>
        <NumberField
          label={common.quantity}
          name="quantity"
          min={1}
          step={1}
          value={fields.quantity}
          onChange={(quantity) => onChange({ quantity })}
        />
        <SelectField
          label={common.unit}
          name="unit"
          value={unit}
          onChange={(event) => onChange({ unit: event.target.value })}
        >
          {withPresent(offeredUnits(), unit).map((one) => (
            <option key={one} value={one}>
              {unitName(common, one)}
            </option>
          ))}
        </SelectField>
      </div>
      <button
        type="button"
        className={styles.optional}
        aria-expanded={more}
        aria-controls="add-more"
        onClick={() => setMore(!more)}
      >
        <ChevronDown size={18} aria-hidden />
        {t.moreFields} <span className={styles.soft}>({common.optional})</span>
      </button>
      <div id="add-more" hidden={!more} className={surface.stack}>
        <SelectField
          label={common.category}
          name="category"
          value={fields.category}
          onChange={(event) => onChange({ category: event.target.value })}
        >
          {CATEGORIES.map((category) => (
            <option key={category} value={category}>
              {translated(common.categories, category)}
            </option>
          ))}
        </SelectField>
        <TextArea
          label={common.notes}
          name="notes"
          value={fields.notes}
          placeholder={t.notesPlaceholder}
          maxLength={500}
          onChange={(event) => onChange({ notes: event.target.value })}
        />
      </div>
    </>
  );
}
