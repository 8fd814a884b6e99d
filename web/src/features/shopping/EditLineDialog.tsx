import { useState, type FormEvent } from "react";
import { withPresent } from "../../lib/domain/catalogue";
import { offeredUnits } from "../../lib/domain/units";
import { useLanguage } from "../../lib/i18n";
import { parseNumber, writeNumber } from "../../lib/numbers";
import { CATEGORIES } from "../../lib/products";
import { Button } from "../../ui/Button";
import { Dialog, DialogCancel } from "../../ui/Dialog";
import { NumberField, SelectField, TextArea, TextField } from "../../ui/Field";
import surface from "../../ui/Surface.module.css";
import { translated, unitName, useCommon } from "../../ui/strings";
import { useEditLine } from "./mutations/edit-line";
import type { Line } from "./lines";

import { useShoppingStrings } from "virtual:strings/shopping";

/** Corrects a line of the list. */
export default function EditLineDialog({ line, onClose }: { line: Line; onClose: () => void }) {
  const common = useCommon();
  const t = useShoppingStrings();
  const editLine = useEditLine();
  const language = useLanguage();
  const amount = line.amounts[0] ?? { unit: "item", quantity: 1 };
  const [shown] = useState({
    name: line.name,
    category: line.category,
    quantity: amount.quantity,
    unit: amount.unit,
    notes: line.notes,
  });
  const [fields, setFields] = useState({ ...shown, quantity: writeNumber(language, amount.quantity) });
  const [missing, setMissing] = useState(false);
  const set = (next: Partial<typeof fields>) => setFields((before) => ({ ...before, ...next }));

  const save = (event: FormEvent) => {
    event.preventDefault();
    const name = fields.name.trim();
    if (name === "") return setMissing(true);
    const quantity = parseNumber(fields.quantity);
    editLine(line, shown, {
      ...fields,
      name,
      notes: fields.notes.trim(),
      quantity: quantity > 0 && quantity <= 100_000 ? Math.round(quantity * 1000) / 1000 : 1,
    });
    onClose();
  };

  return (
    <Dialog
      title={t.editTitle}
      onClose={onClose}
      footer={
        <>
          <DialogCancel />
          <Button variant="primary" type="submit" form="edit-line">
            {common.save}
          </Button>
        </>
      }
    >
      <form id="edit-line" noValidate onSubmit={save} className={surface.stack}>
        <TextField
          label={common.itemName}
          name="name"
          value={fields.name}
          maxLength={200}
          autoComplete="off"
          error={missing ? `${t.missingTitle}: ${t.missingText}` : undefined}
          onChange={(event) => {
            set({ name: event.target.value });
            setMissing(false);
          }}
        />
        <div className={surface.twoColumns}>
          <NumberField
            label={common.quantity}
            name="quantity"
            min={1}
            step={0.1}
            value={fields.quantity}
            onChange={(quantity) => set({ quantity })}
          />
          <SelectField
            label={common.unit}
            name="unit"
            value={fields.unit}
            onChange={(event) => set({ unit: event.target.value })}
          >
            {withPresent(offeredUnits(), fields.unit).map((unit) => (
              <option key={unit} value={unit}>
                {unitName(common, unit)}
              </option>
            ))}
          </SelectField>
        </div>
        <SelectField
          label={common.category}
          name="category"
          value={fields.category}
          onChange={(event) => set({ category: event.target.value })}
        >
          {withPresent(CATEGORIES, fields.category).map((category) => (
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
          onChange={(event) => set({ notes: event.target.value })}
        />
      </form>
    </Dialog>
  );
}
