import { useRef, useState, type FormEvent } from "react";
import { Trash2, Utensils } from "lucide-react";
import { outbox } from "../../api/outbox/outbox";
import type { GroceryItem, Outcome } from "../../api/types";
import { useNow } from "../../lib/clock";
import { formatDay } from "../../lib/dates";
import { EDIT_CATEGORIES, withPresent } from "../../lib/domain/catalogue";
import { offeredUnits } from "../../lib/domain/units";
import { useLanguage } from "../../lib/i18n";
import { parseNumber, writeNumber } from "../../lib/numbers";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { NumberField, SelectField, TextField } from "../../ui/Field";
import { FormAlert } from "../../ui/FormAlert";
import surface from "../../ui/Surface.module.css";
import { translated, useCommon } from "../../ui/strings";
import { showToast } from "../../ui/toasts";
import styles from "./EditItemDialog.module.css";
import { checkEdit, movedExpiry } from "./edit-form";
import { useItemsStrings } from "./strings";

interface EditItemDialogProps {
  item: GroceryItem;
  onClose: () => void;
  onOutcome: (item: GroceryItem, outcome: Outcome) => void;
}

/** Corrects an item, or says what became of it. The rules are specification §5's; what is typed stays until it is saved or cancelled. */
export default function EditItemDialog({ item, onClose, onOutcome }: EditItemDialogProps) {
  const common = useCommon();
  const t = useItemsStrings();
  const language = useLanguage();
  const now = useNow();
  const [name, setName] = useState(item.name);
  const [category, setCategory] = useState(item.category);
  const [quantity, setQuantity] = useState(writeNumber(language, item.quantity));
  const [unit, setUnit] = useState(item.unit);
  const [shelfLife, setShelfLife] = useState(String(item.shelfLifeDays));
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const problems = checkEdit({ name, category, quantity, shelfLife });
  const days = parseNumber(shelfLife);
  const expiresAt = movedExpiry(item, days);

  const save = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (problems.size > 0) {
      const [first] = problems;
      form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return;
    }
    const changed: GroceryItem = {
      ...item, name: name.trim(), category, quantity: Math.round(parseNumber(quantity) * 1000) / 1000, unit, shelfLifeDays: Math.round(days), expiresAt,
    };
    void outbox.submit({ kind: "item.update", item: changed }).catch(() => undefined);
    showToast({ tone: "success", title: t.updated });
    onClose();
  };

  const missing = tried && (problems.has("name") || problems.has("category"));
  return (
    <Dialog
      title={t.editTitle}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button variant="primary" type="submit" form="edit-item">{common.save}</Button>
        </>
      }
    >
      <form id="edit-item" ref={form} noValidate onSubmit={save} className={surface.stack}>
        {missing && <FormAlert title={t.missingTitle} text={t.missingText} />}
        <TextField label={common.itemName} name="name" value={name} maxLength={200} autoComplete="off" aria-invalid={missing && problems.has("name") ? true : undefined} onChange={(event) => setName(event.target.value)} />
        <SelectField label={common.category} name="category" value={category} aria-invalid={missing && problems.has("category") ? true : undefined} onChange={(event) => setCategory(event.target.value)}>
          {category === "" && <option value="">{common.chooseCategory}</option>}
          {withPresent(EDIT_CATEGORIES, item.category).map((entry) => <option key={entry} value={entry}>{translated(common.categories, entry)}</option>)}
        </SelectField>
        <div className={surface.twoColumns}>
          <NumberField label={common.quantity} name="quantity" min={0.1} step={0.1} value={quantity} onChange={setQuantity} error={tried && problems.has("quantity") ? t.quantityError : undefined} />
          <SelectField label={common.unit} name="unit" value={unit} onChange={(event) => setUnit(event.target.value)}>
            {withPresent(offeredUnits(), item.unit).map((entry) => <option key={entry} value={entry}>{translated(common.units, entry)}</option>)}
          </SelectField>
        </div>
        <NumberField
          label={common.shelfLife} name="shelfLife" min={1} step={1} value={shelfLife} onChange={setShelfLife}
          error={tried && problems.has("shelfLife") ? t.shelfLifeError : undefined} hint={t.keepsUntil(formatDay(language, expiresAt, now))}
        />
        <fieldset className={styles.outcome}>
          <legend>{t.outcome}</legend>
          <Button icon={<Utensils size={18} aria-hidden />} onClick={() => onOutcome(item, "used")}>{t.used}</Button>
          <Button icon={<Trash2 size={18} aria-hidden />} onClick={() => onOutcome(item, "tossed")}>{t.tossed}</Button>
        </fieldset>
      </form>
    </Dialog>
  );
}
