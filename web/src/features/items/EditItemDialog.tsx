import { useRef, useState, type FormEvent } from "react";
import { movedTo, useOwnPlaces, usePlaces } from "../../api/own-places";
import type { GroceryItem, Outcome } from "../../api/types";
import { useNow } from "../../lib/clock";
import { EDIT_CATEGORIES, MORE_CATEGORIES, withPresent } from "../../lib/domain/catalogue";
import { chosenExpiry } from "../../lib/domain/chosen-day";
import type { FoodEvent } from "../../lib/domain/food-state";
import { expiryDay } from "../../lib/domain/freshness";
import { ownPlaceOf, placeOf } from "../../lib/domain/places";
import { offeredUnits } from "../../lib/domain/units";
import { isUnsure } from "../../lib/domain/unsure";
import { useLanguage } from "../../lib/i18n";
import { parseNumber, writeNumber } from "../../lib/numbers";
import { Button } from "../../ui/Button";
import { Dialog, DialogCancel } from "../../ui/Dialog";
import { NumberField, SelectField, Switch, TextField } from "../../ui/Field";
import { FormAlert } from "../../ui/FormAlert";
import { PlaceSelect } from "../../ui/PlaceSelect";
import { Segmented } from "../../ui/Segmented";
import surface from "../../ui/Surface.module.css";
import { expiryLabel } from "../../ui/expiry-label";
import { translated, unitName, useCommon } from "../../ui/strings";
import { useProducts } from "../../ui/use-products";
import { FoodStates } from "./FoodStates";
import { ItemFacts } from "./ItemFacts";
import { checkEdit, movedExpiry, productOf } from "./edit-form";
import { expiryReason } from "./reason";
import { useFactsStrings } from "virtual:strings/facts";
import { useItemsStrings } from "virtual:strings/items";
import type { ItemActions } from "./use-item-actions";

interface EditItemDialogProps {
  item: GroceryItem;
  /** Others that are the same, and can be corrected along with it. */
  alike: readonly GroceryItem[];
  actions: ItemActions;
  onClose: () => void;
}

const PRINTED_KINDS = ["best_before", "use_by"] as const;

/**
 * Corrects an item, or says what became of it. The rules are specification §5's; what is typed stays until it is saved
 * or cancelled.
 */
export default function EditItemDialog({ item, alike, actions, onClose }: EditItemDialogProps) {
  const common = useCommon();
  const t = useItemsStrings();
  const facts = useFactsStrings();
  const language = useLanguage();
  const now = useNow();
  const [name, setName] = useState(item.name);
  const [category, setCategory] = useState(item.category);
  const [quantity, setQuantity] = useState(writeNumber(language, item.quantity));
  const [unit, setUnit] = useState(item.unit);
  const [shelfLife, setShelfLife] = useState(String(item.shelfLifeDays));
  /** The day that was chosen by its date, which then rules over the number of days. */
  const [day, setDay] = useState<string | null>(null);
  const places = usePlaces();
  const own = useOwnPlaces();
  const [present] = useState<string>(ownPlaceOf(item, own)?.id ?? placeOf(item));
  const [place, setPlace] = useState(present);
  const target = places.find(({ id }) => id === place);
  const [dateKind, setDateKind] = useState(item.dateKind ?? "estimate");
  // One line of a receipt four times over is meant four times.
  const [all, setAll] = useState(
    item.scanSessionId !== null && alike.every((other) => other.scanSessionId === item.scanSessionId),
  );
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const problems = checkEdit({ name, category, quantity, shelfLife });
  const days = parseNumber(shelfLife);
  const chosen = day === null ? undefined : chosenExpiry(item, day);
  const expiresAt = chosen?.expiresAt ?? movedExpiry(item, days);
  const expiresOn = chosen?.expiresOn ?? (expiresAt === item.expiresAt ? (item.expiresOn ?? null) : null);
  const catalogue = useProducts();
  const product = catalogue && productOf(item, name, catalogue);
  const offered = product && (product.days !== days || product.category !== category) ? product : undefined;
  const keep = (next: string) => {
    setShelfLife(next);
    setDay(null);
  };
  const edited =
    name !== item.name ||
    category !== item.category ||
    unit !== item.unit ||
    parseNumber(quantity) !== item.quantity ||
    days !== item.shelfLifeDays ||
    chosen !== undefined ||
    dateKind !== (item.dateKind ?? "estimate");
  const dirty = edited || place !== present;

  /** Carries out what was typed; undefined where something is missing or wrong, which then has the focus. */
  const saved = (): GroceryItem | undefined => {
    setTried(true);
    if (problems.size > 0) {
      const [first] = problems;
      form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return undefined;
    }
    if (!edited) return item;
    const same = { name: name.trim(), category, unit, shelfLifeDays: Math.round(days), dateKind };
    const after = {
      ...item,
      ...same,
      quantity: Math.round(parseNumber(quantity) * 1000) / 1000,
      expiresAt,
      expiresOn,
      ...(expiresAt !== item.expiresAt && { expiryReason: null }),
    };
    const others = all
      ? alike.map((before) => {
          const moved = movedExpiry(before, days);
          const own = { expiresAt: moved, expiresOn: moved === before.expiresAt ? (before.expiresOn ?? null) : null };
          return { before, after: { ...before, ...same, ...(chosen ? { expiresAt, expiresOn } : own) } };
        })
      : [];
    actions.save([{ before: item, after }, ...others]);
    return after;
  };
  /** Where it lies now decides how long it keeps. */
  const moved = (after: GroceryItem) => {
    if (place !== present && target) actions.changeState(after, movedTo(target));
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    const after = saved();
    if (!after) return;
    if (!edited) actions.confirm((all ? [item, ...alike] : [item]).filter(isUnsure));
    moved(after);
    onClose();
  };
  /** A tap on what was done keeps what was typed and chosen before it. */
  const happened = (event: FoodEvent) => {
    const after = saved();
    if (!after) return;
    // A place that was chosen before is where it happened.
    const moves = place !== present && event.event !== "moved" ? target : undefined;
    if (moves) actions.changeState(after, movedTo(moves));
    actions.changeState(
      moves ? { ...after, storage: moves.storage, place: movedTo(moves).place ?? null } : after,
      event,
    );
    onClose();
  };
  const became = (outcome: Outcome) => {
    const after = saved();
    if (!after) return;
    if (outcome === "used") actions.useUp(after);
    else actions.throwAway(after);
    onClose();
  };

  const why = dirty ? undefined : expiryReason(facts, item);
  const missing = tried && (problems.has("name") || problems.has("category"));
  const option = (entry: string) => (
    <option key={entry} value={entry}>
      {translated(common.categories, entry)}
    </option>
  );
  return (
    <Dialog
      title={t.editTitle}
      dirty={dirty}
      onClose={onClose}
      footer={
        <>
          <DialogCancel />
          <Button variant="primary" type="submit" form="edit-item">
            {common.save}
          </Button>
        </>
      }
    >
      <form id="edit-item" ref={form} noValidate onSubmit={save} className={surface.stack}>
        <FoodStates item={item} now={now} onState={happened} onOutcome={became} />
        {missing && <FormAlert title={t.missingTitle} text={t.missingText} />}
        <TextField
          label={common.itemName}
          name="name"
          value={name}
          maxLength={200}
          autoComplete="off"
          dir="auto"
          aria-invalid={missing && problems.has("name") ? true : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        {offered && (
          <p role="status" className={surface.row}>
            <span>{t.renamed(name.trim(), offered.days)}</span>
            <Button
              size="small"
              onClick={() => {
                keep(String(offered.days));
                setCategory(offered.category);
              }}
            >
              {t.renamedUse}
            </Button>
          </p>
        )}
        <TextField
          label={dateKind === "estimate" ? t.keepsTo : t.dateKinds[dateKind]}
          type="date"
          name="day"
          value={day ?? expiryDay({ expiresAt, expiresOn })}
          hint={expiryLabel(common, language, expiresAt, now)}
          onChange={(event) => {
            setDay(event.target.value);
            const next = chosenExpiry(item, event.target.value);
            setShelfLife(String((next ?? item).shelfLifeDays));
            // Who picks a day reads it off the package. A day that is cleared leaves what was there before.
            if (!next) setDateKind(item.dateKind ?? "estimate");
            else if (dateKind === "estimate") setDateKind("best_before");
          }}
        />
        <Segmented
          even
          label={t.dateKind}
          value={dateKind === "estimate" ? "estimate" : "printed"}
          onChange={(next) => {
            if (next === "estimate") setDateKind("estimate");
            else if (dateKind === "estimate") setDateKind("best_before");
          }}
          options={[
            { value: "estimate", label: t.estimated },
            { value: "printed", label: t.printed },
          ]}
        />
        {dateKind !== "estimate" && (
          <SelectField
            label={t.packageSays}
            name="dateKind"
            value={dateKind}
            onChange={(event) =>
              setDateKind(PRINTED_KINDS.find((kind) => kind === event.target.value) ?? "best_before")
            }
          >
            {PRINTED_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {t.dateKinds[kind]}
              </option>
            ))}
          </SelectField>
        )}
        {why && <p className={surface.soft}>{why}</p>}
        <SelectField
          label={common.category}
          name="category"
          value={category}
          aria-invalid={missing && problems.has("category") ? true : undefined}
          onChange={(event) => setCategory(event.target.value)}
        >
          {category === "" && <option value="">{common.chooseCategory}</option>}
          {withPresent(
            EDIT_CATEGORIES,
            MORE_CATEGORIES.some((entry) => entry === item.category) ? "" : item.category,
          ).map(option)}
          <optgroup label={t.moreCategories}>{MORE_CATEGORIES.map(option)}</optgroup>
        </SelectField>
        <div className={surface.twoColumns}>
          <NumberField
            label={common.quantity}
            name="quantity"
            min={0.1}
            step={0.1}
            value={quantity}
            onChange={setQuantity}
            error={tried && problems.has("quantity") ? t.quantityError : undefined}
          />
          <SelectField label={common.unit} name="unit" value={unit} onChange={(event) => setUnit(event.target.value)}>
            {withPresent(offeredUnits(), item.unit).map((entry) => (
              <option key={entry} value={entry}>
                {unitName(common, entry)}
              </option>
            ))}
          </SelectField>
        </div>
        <div className={surface.twoColumns}>
          <PlaceSelect value={place} places={places} onChange={setPlace} />
          <NumberField
            label={common.shelfLife}
            name="shelfLife"
            min={1}
            step={1}
            value={shelfLife}
            onChange={keep}
            error={tried && problems.has("shelfLife") ? t.shelfLifeError : undefined}
          />
        </div>
        {alike.length > 0 && (
          <Switch label={t.alike(alike.length)} hint={t.alikeHint} checked={all} onChange={setAll} />
        )}
        <ItemFacts item={item} now={now} rest />
      </form>
    </Dialog>
  );
}
