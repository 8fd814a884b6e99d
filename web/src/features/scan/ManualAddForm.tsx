import { useRef, useState, type FormEvent } from "react";
import { Plus } from "lucide-react";
import { outbox } from "../../api/outbox/outbox";
import { MANUAL_CATEGORIES, withPresent } from "../../lib/domain/catalogue";
import { offeredUnits } from "../../lib/domain/units";
import { newId } from "../../lib/ids";
import { useAuth } from "../../lib/auth/use-auth";
import { Button } from "../../ui/Button";
import { NumberField, SelectField, TextField } from "../../ui/Field";
import surface from "../../ui/Surface.module.css";
import { classes } from "../../ui/classes";
import { translated, useCommon } from "../../ui/strings";
import { showToast } from "../../ui/toasts";
import { EMPTY, checkManual, manualItem, withCategory } from "./manual-form";
import { useScanStrings } from "./strings";

/** For what came without a receipt. */
export function ManualAddForm() {
  const common = useCommon();
  const t = useScanStrings();
  const { uid } = useAuth();
  const [fields, setFields] = useState(EMPTY);
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const problems = checkManual(fields);
  const shown = (field: "name" | "quantity" | "shelfLife", text: string) => (tried && problems.has(field) ? text : undefined);

  const add = (event: FormEvent) => {
    event.preventDefault();
    const [first] = problems;
    setTried(first !== undefined);
    if (first !== undefined) {
      form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return;
    }
    void outbox.submit({ kind: "item.create", item: manualItem(fields, newId(), uid ?? "", new Date()) }).catch(() => undefined);
    showToast({ tone: "success", title: t.addedToTracker, text: t.addedToTrackerText });
    setFields(EMPTY);
    form.current?.querySelector<HTMLElement>('[name="name"]')?.focus();
  };

  return (
    <section className={classes(surface.card, surface.stack)} aria-labelledby="manual-title">
      <h2 id="manual-title">{t.manualTitle}</h2>
      <form ref={form} noValidate onSubmit={add} className={surface.stack}>
        <TextField
          label={t.manualName} name="name" placeholder={t.manualNameHint} value={fields.name} maxLength={200} autoComplete="off" enterKeyHint="done"
          error={shown("name", t.manualMissing)} onChange={(event) => setFields({ ...fields, name: event.target.value })}
        />
        <SelectField label={`${common.category} (${common.optional})`} name="category" value={fields.category} onChange={(event) => setFields(withCategory(fields, event.target.value))}>
          <option value="">{common.chooseCategory}</option>
          {MANUAL_CATEGORIES.map((category) => <option key={category} value={category}>{translated(common.categories, category)}</option>)}
        </SelectField>
        <div className={surface.twoColumns}>
          <NumberField
            label={common.quantity} name="quantity" min={1} step={0.1} value={fields.quantity}
            error={shown("quantity", t.manualQuantity)} onChange={(quantity) => setFields({ ...fields, quantity })}
          />
          <SelectField label={common.unit} name="unit" value={fields.unit} onChange={(event) => setFields({ ...fields, unit: event.target.value })}>
            {withPresent(offeredUnits(), fields.unit).map((unit) => <option key={unit} value={unit}>{translated(common.units, unit)}</option>)}
          </SelectField>
        </div>
        <NumberField
          label={common.shelfLife} name="shelfLife" min={1} step={1} value={fields.shelfLife}
          error={shown("shelfLife", t.manualDays)} onChange={(shelfLife) => setFields({ ...fields, shelfLife })}
        />
        <Button variant="secondary" type="submit" wide icon={<Plus size={20} aria-hidden />}>{t.manualAdd}</Button>
      </form>
    </section>
  );
}
