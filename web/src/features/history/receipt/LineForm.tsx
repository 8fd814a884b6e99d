import { useEffect, useRef, useState, type FormEvent } from "react";
import type { GroceryItem } from "../../../api/types";
import { EDIT_CATEGORIES, MORE_CATEGORIES, withPresent } from "../../../lib/domain/catalogue";
import { offeredUnits } from "../../../lib/domain/units";
import { useLanguage } from "../../../lib/i18n";
import { Button } from "../../../ui/Button";
import { NumberField, SelectField, TextField } from "../../../ui/Field";
import surface from "../../../ui/Surface.module.css";
import { translated, unitName, useCommon } from "../../../ui/strings";
import { useHistoryStrings } from "virtual:strings/history";
import styles from "./LineRow.module.css";
import { useDraft } from "./draft";
import { DATE_KINDS, fieldsOf, itemOf, problemOf, withDay, type LineFields } from "./line-form";

interface LineFormProps {
  item: GroceryItem;
  onSave: (after: GroceryItem) => void;
  onCancel: () => void;
}

/** Edits one line in place. Input is kept until it is saved or cancelled. */
export function LineForm({ item, onSave, onCancel }: LineFormProps) {
  const common = useCommon();
  const t = useHistoryStrings().receipt;
  const language = useLanguage();
  const { fields, change, forget } = useDraft<LineFields>(item.id, fieldsOf(language, item));
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const problem = tried ? problemOf(fields) : undefined;

  useEffect(() => {
    const name = form.current?.querySelector<HTMLInputElement>('[name="name"]');
    name?.focus();
    name?.select();
  }, []);

  const save = (event: FormEvent) => {
    event.preventDefault();
    const wrong = problemOf(fields);
    setTried(wrong !== undefined);
    if (wrong !== undefined) return form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
    forget();
    onSave(itemOf(item, fields));
  };
  const cancel = () => {
    forget();
    onCancel();
  };

  return (
    // Escape is an extra for keyboards; "Cancel" does the same for everyone.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={form}
      noValidate
      onSubmit={save}
      className={styles.form}
      aria-label={t.correctNamed(item.name)}
      onKeyDown={(event) => {
        if (event.key === "Escape") cancel();
      }}
    >
      <TextField
        label={common.itemName}
        name="name"
        value={fields.name}
        maxLength={200}
        autoComplete="off"
        enterKeyHint="done"
        error={problem === "name" ? t.nameMissing : undefined}
        onChange={(event) => change({ name: event.target.value })}
      />
      <SelectField
        label={common.category}
        name="category"
        value={fields.category}
        onChange={(event) => change({ category: event.target.value })}
      >
        {withPresent([...new Set([...EDIT_CATEGORIES, ...MORE_CATEGORIES])], fields.category).map((entry) => (
          <option key={entry} value={entry}>
            {translated(common.categories, entry)}
          </option>
        ))}
      </SelectField>
      <div className={surface.twoColumns}>
        <NumberField
          label={common.quantity}
          name="quantity"
          min={0.1}
          step={0.1}
          value={fields.quantity}
          error={problem === "quantity" ? t.quantityWrong : undefined}
          onChange={(quantity) => change({ quantity })}
        />
        <SelectField
          label={common.unit}
          name="unit"
          value={fields.unit}
          onChange={(event) => change({ unit: event.target.value })}
        >
          {withPresent(offeredUnits(), fields.unit).map((entry) => (
            <option key={entry} value={entry}>
              {unitName(common, entry)}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t.keepsTo}
          type="date"
          name="day"
          value={fields.day}
          error={problem === "day" ? t.dayWrong : undefined}
          onChange={(event) => change(withDay(fields, event.target.value))}
        />
        <SelectField
          label={t.dateKind}
          name="dateKind"
          value={fields.dateKind}
          onChange={(event) =>
            change({ dateKind: DATE_KINDS.find((kind) => kind === event.target.value) ?? "estimate" })
          }
        >
          {DATE_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {t.dateKinds[kind]}
            </option>
          ))}
        </SelectField>
      </div>
      <div className={styles.formActions}>
        <Button size="small" onClick={cancel}>
          {common.cancel}
        </Button>
        <Button size="small" variant="primary" type="submit">
          {common.save}
        </Button>
      </div>
    </form>
  );
}
