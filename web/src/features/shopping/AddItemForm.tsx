import { useRef, useState, type FormEvent } from "react";
import { ChevronDown, Plus } from "lucide-react";
import { DEFAULT_UNIT } from "../../lib/domain/catalogue";
import { offeredUnits } from "../../lib/domain/units";
import { CATEGORIES } from "../../lib/products";
import { Button } from "../../ui/Button";
import { NumberField, SelectField, TextArea, TextField } from "../../ui/Field";
import surface from "../../ui/Surface.module.css";
import { classes } from "../../ui/classes";
import { translated, useCommon } from "../../ui/strings";
import styles from "./AddItemForm.module.css";
import { addToList } from "./list-actions";
import { parseQuantity } from "./quantity";
import { useShoppingStrings } from "./strings";

const DEFAULT_CATEGORY = "Pantry Staples";
const EMPTY = { name: "", category: DEFAULT_CATEGORY, quantity: "1", unit: DEFAULT_UNIT, notes: "" };

export function AddItemForm() {
  const common = useCommon();
  const t = useShoppingStrings();
  const [fields, setFields] = useState(EMPTY);
  const [missing, setMissing] = useState(false);
  const [more, setMore] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const set = (next: Partial<typeof EMPTY>) => setFields((before) => ({ ...before, ...next }));
  const focusName = () => form.current?.querySelector<HTMLInputElement>("input[name=name]")?.focus();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const name = fields.name.trim();
    if (name === "") {
      setMissing(true);
      focusName();
      return;
    }
    addToList({ name, category: fields.category, quantity: parseQuantity(fields.quantity), unit: fields.unit, notes: fields.notes.trim() });
    setFields(EMPTY);
    // Lists are typed one line after the other.
    focusName();
  };

  return (
    <form ref={form} noValidate className={classes(surface.card, styles.form)} onSubmit={submit} aria-labelledby="add-title">
      <h2 id="add-title">{t.addTitle}</h2>
      <TextField
        label={common.itemName} name="name" value={fields.name} placeholder={t.namePlaceholder} maxLength={200} autoComplete="off" enterKeyHint="done"
        error={missing ? `${t.missingTitle}: ${t.missingText}` : undefined}
        onChange={(event) => {
          set({ name: event.target.value });
          setMissing(false);
        }}
      />
      <div className={surface.twoColumns}>
        <NumberField label={common.quantity} name="quantity" min={1} step={1} value={fields.quantity} onChange={(quantity) => set({ quantity })} />
        <SelectField label={common.unit} name="unit" value={fields.unit} onChange={(event) => set({ unit: event.target.value })}>
          {offeredUnits().map((unit) => <option key={unit} value={unit}>{translated(common.units, unit)}</option>)}
        </SelectField>
      </div>
      <button type="button" className={styles.more} aria-expanded={more} aria-controls="add-more" onClick={() => setMore(!more)}>
        <ChevronDown size={18} aria-hidden />
        {t.moreFields} <span className={styles.optional}>({common.optional})</span>
      </button>
      <div id="add-more" hidden={!more} className={styles.fields}>
        <SelectField label={common.category} name="category" value={fields.category} onChange={(event) => set({ category: event.target.value })}>
          {CATEGORIES.map((category) => <option key={category} value={category}>{translated(common.categories, category)}</option>)}
        </SelectField>
        <TextArea label={common.notes} name="notes" value={fields.notes} placeholder={t.notesPlaceholder} maxLength={500} onChange={(event) => set({ notes: event.target.value })} />
      </div>
      <Button type="submit" variant="primary" wide icon={<Plus size={18} aria-hidden />}>{t.addAction}</Button>
    </form>
  );
}
