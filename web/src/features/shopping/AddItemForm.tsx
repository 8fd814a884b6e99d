import { useDeferredValue, useMemo, useRef, useState, type FormEvent } from "react";
import { ChevronDown, Plus } from "lucide-react";
import type { ShoppingListItem } from "../../api/types";
import { DEFAULT_UNIT, withPresent } from "../../lib/domain/catalogue";
import { localUnit, offeredUnits } from "../../lib/domain/units";
import { useLanguage } from "../../lib/i18n";
import { CATEGORIES, productName, productNamed, search } from "../../lib/products";
import { parseEntry } from "../../lib/quick-entry";
import { Button } from "../../ui/Button";
import { NumberField, SelectField, TextArea, TextField } from "../../ui/Field";
import surface from "../../ui/Surface.module.css";
import { classes } from "../../ui/classes";
import { translated, unitName, useCommon } from "../../ui/strings";
import { useProducts } from "../../ui/use-products";
import styles from "./AddItemForm.module.css";
import { ProductChips } from "./ProductChips";
import { amountText } from "./amount-text";
import { countByName } from "./lines";
import { addToList } from "./list-actions";
import { parseQuantity } from "./quantity";
import { useShoppingStrings } from "./strings";

const DEFAULT_CATEGORY = "Pantry Staples";
const EMPTY = { name: "", category: DEFAULT_CATEGORY, quantity: "1", unit: DEFAULT_UNIT, notes: "" };
/** As many as fit into two rows of a phone. */
const SUGGESTIONS = 4;

/** Adds what is typed: "500 g flour" is half a kilo of flour, milk belongs to the dairy, and what the catalogue knows is a tap away. */
export function AddItemForm({ pending }: { pending: readonly ShoppingListItem[] }) {
  const common = useCommon();
  const t = useShoppingStrings();
  const language = useLanguage();
  const catalogue = useProducts();
  const [fields, setFields] = useState(EMPTY);
  /** What somebody chose themselves is theirs, whatever the words say. */
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [missing, setMissing] = useState(false);
  const [more, setMore] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const entry = parseEntry(fields.name);
  const typed = useDeferredValue(entry.name);
  const suggestions = useMemo(() => (catalogue && typed.length >= 2 ? search(catalogue, typed, SUGGESTIONS) : []), [catalogue, typed]);
  const listed = useMemo(() => countByName(pending), [pending]);
  const focusName = () => form.current?.querySelector<HTMLInputElement>("input[name=name]")?.focus();
  const set = (next: Partial<typeof EMPTY>) => {
    setFields((before) => ({ ...before, ...next }));
    setChosen((before) => new Set([...before, ...Object.keys(next)]));
  };
  const amount = {
    quantity: !chosen.has("quantity") && entry.quantity !== undefined ? entry.quantity : parseQuantity(fields.quantity),
    unit: chosen.has("unit") ? fields.unit : (entry.unit ?? fields.unit),
  };

  const add = (name: string, category: string, unit = amount.unit) => {
    addToList({ name, category, quantity: amount.quantity, unit, notes: fields.notes.trim() });
    setFields(EMPTY);
    setChosen(new Set());
    // Lists are typed one line after the other.
    focusName();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (entry.name === "") {
      setMissing(true);
      focusName();
      return;
    }
    const known = chosen.has("category") ? undefined : catalogue && productNamed(entry.name, catalogue);
    add(entry.name, known?.category ?? fields.category);
  };

  return (
    <form ref={form} noValidate className={classes(surface.card, styles.form)} onSubmit={submit} aria-labelledby="add-title">
      <h2 id="add-title">{t.addTitle}</h2>
      <TextField
        label={common.itemName} name="name" value={fields.name} placeholder={t.namePlaceholder} maxLength={200} autoComplete="off" enterKeyHint="done"
        error={missing ? `${t.missingTitle}: ${t.missingText}` : undefined}
        hint={entry.quantity === undefined ? undefined : t.understood(amountText({ amounts: [amount] }, common, language), entry.name)}
        onChange={(event) => {
          setFields({ ...fields, name: event.target.value });
          setMissing(false);
        }}
      />
      {suggestions.length > 0 && (
        <div role="group" aria-label={t.suggestions}>
          <ProductChips
            products={suggestions} listed={listed}
            onAdd={(product, category) => add(productName(product, language), category, entry.unit ?? (chosen.has("unit") ? fields.unit : localUnit(product.unit)))}
          />
        </div>
      )}
      <div className={surface.twoColumns}>
        <NumberField label={common.quantity} name="quantity" min={1} step={1} value={fields.quantity} onChange={(quantity) => set({ quantity })} />
        <SelectField label={common.unit} name="unit" value={fields.unit} onChange={(event) => set({ unit: event.target.value })}>
          {withPresent(offeredUnits(), fields.unit).map((unit) => <option key={unit} value={unit}>{unitName(common, unit)}</option>)}
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
