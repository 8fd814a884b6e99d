import { useRef, useState, type FormEvent } from "react";
import { changedFields } from "../../api/outbox/changes";
import { movedTo, useOwnPlaces, usePlaces } from "../../api/settings/own-places";
import type { GroceryItem, Outcome } from "../../api/types";
import { useNow } from "../../lib/time/clock";
import { EDIT_CATEGORIES, MORE_CATEGORIES } from "../../lib/domain/catalogue";
import type { FoodEvent } from "../../lib/domain/food-state";
import { expiryDay } from "../../lib/domain/freshness";
import { ownPlaceOf, placeOf } from "../../lib/domain/places";
import { isUnsure } from "../../lib/domain/unsure";
import { useLanguage } from "../../lib/language/i18n";
import { Button } from "../../ui/Button";
import { Dialog, DialogCancel } from "../../ui/Dialog";
import { Switch } from "../../ui/Field";
import { FormAlert } from "../../ui/FormAlert";
import DateLabelButton from "../../ui/date-label/DateLabelButton";
import { expiryLabel } from "../../ui/expiry-label";
import { ItemFields } from "../../ui/item-fields/ItemFields";
import {
  daysOf,
  editedItem,
  fieldsOf,
  focusProblem,
  problemsOf,
  withDate,
  withDay,
  type ItemFields as Fields,
} from "../../ui/item-fields/model";
import { useCommon } from "../../ui/strings";
import { useProducts } from "../../ui/use-products";
import { FoodStates } from "./FoodStates";
import { ItemFacts } from "./ItemFacts";
import { productOf } from "./edit-form";
import { expiryReason } from "./reason";
import { useFactsStrings } from "virtual:strings/facts";
import { useItemsStrings } from "virtual:strings/items";
import type { ItemActions } from "./use-item-actions";

interface EditItemDialogProps {
  item: GroceryItem;
  /** Others that are the same, and can be corrected along with it. */
  sameItems: readonly GroceryItem[];
  actions: ItemActions;
  onClose: () => void;
}

/**
 * Corrects an item, or says what became of it. The rules are specification §5's; what is typed stays until it is saved
 * or cancelled.
 */
export default function EditItemDialog({ item, sameItems, actions, onClose }: EditItemDialogProps) {
  const common = useCommon();
  const t = useItemsStrings();
  const facts = useFactsStrings();
  const language = useLanguage();
  const now = useNow();
  const places = usePlaces();
  const own = useOwnPlaces();
  const [present] = useState<string>(ownPlaceOf(item, own)?.id ?? placeOf(item));
  const [fields, setFields] = useState(() => fieldsOf(language, item, present));
  const change = (next: Partial<Fields>) => setFields({ ...fields, ...next });
  const target = places.find(({ id }) => id === fields.place);
  // One line of a receipt four times over is meant four times.
  const [all, setAll] = useState(
    item.scanSessionId !== null && sameItems.every((other) => other.scanSessionId === item.scanSessionId),
  );
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const problems = problemsOf(fields, 0.1, true);
  const after = editedItem(item, fields);
  const catalogue = useProducts();
  const product = catalogue && productOf(item, fields.name, catalogue);
  const offered =
    product && (product.days !== daysOf(fields) || product.category !== fields.category) ? product : undefined;
  const edited = Object.keys(changedFields(item, after)).length > 0;
  const dirty = edited || fields.place !== present;

  /** Carries out what was typed; undefined where something is missing or wrong, which then has the focus. */
  const saved = (): GroceryItem | undefined => {
    setTried(true);
    if (problems.size > 0) return void focusProblem(form.current, problems);
    if (!edited) return item;
    const { name, category, unit } = after;
    const others = all
      ? sameItems.map((before) => ({ before, after: { ...withDate(before, fields), name, category, unit } }))
      : [];
    actions.save([{ before: item, after }, ...others]);
    return after;
  };
  /** The present place decides the shelf life. */
  const moved = (after: GroceryItem) => {
    if (fields.place !== present && target) actions.changeState(after, movedTo(target));
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    const after = saved();
    if (!after) return;
    if (!edited) actions.confirm((all ? [item, ...sameItems] : [item]).filter(isUnsure));
    moved(after);
    onClose();
  };
  /** A tap on what was done keeps what was typed and chosen before it. */
  const happened = (event: FoodEvent) => {
    const after = saved();
    if (!after) return;
    // A place that was chosen before is where it happened.
    const moves = fields.place !== present && event.event !== "moved" ? target : undefined;
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
    if (outcome === "used") actions.markUsed(after);
    else actions.markTossed(after);
    onClose();
  };

  const why = dirty ? undefined : expiryReason(facts, item);
  const missing = tried && (problems.has("name") || problems.has("category"));
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
      <form id="edit-item" ref={form} noValidate onSubmit={save} className="stack gap-16 top shrink">
        <FoodStates item={item} now={now} onState={happened} onOutcome={became} />
        {missing && <FormAlert title={t.missingTitle} text={t.missingText} />}
        <ItemFields
          fields={fields}
          onChange={change}
          parts={["name", ["day", "dateKind"], "category", "amount", ["place", "shelfLife"]]}
          problems={tried ? problems : undefined}
          missing={null}
          categories={EDIT_CATEGORIES}
          moreCategories={MORE_CATEGORIES}
          day={expiryDay(after)}
          onDay={(day) => setFields(withDay(fields, day, item))}
          places={places}
          hints={{ day: expiryLabel(common, language, after.expiresAt, now) }}
          after={{
            day: (
              <DateLabelButton
                printed={fields.printed}
                onFound={(printed) => setFields(withDay(fields, printed.day, item, printed))}
              />
            ),
            dateKind: why && <p className="soft">{why}</p>,
            name: offered && (
              <p role="status" className="row wrap gap-12">
                <span>{t.renamed(fields.name.trim(), offered.days)}</span>
                <Button
                  size="small"
                  onClick={() => change({ shelfLife: String(offered.days), day: null, category: offered.category })}
                >
                  {t.renamedUse}
                </Button>
              </p>
            ),
          }}
        />
        {sameItems.length > 0 && (
          <Switch label={t.alike(sameItems.length)} hint={t.alikeHint} checked={all} onChange={setAll} />
        )}
        <ItemFacts item={item} now={now} rest />
      </form>
    </Dialog>
  );
}
