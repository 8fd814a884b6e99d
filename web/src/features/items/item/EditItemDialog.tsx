import { useRef, useState, type FormEvent } from "react";
import { changedFields } from "../../../api/item-fields";
import { movedTo, useOwnPlaces, usePlaces } from "../../../api/settings/own-places";
import type { GroceryItem } from "../../../api/types";
import { useNow } from "../../../lib/time/clock";
import { EDIT_CATEGORIES, MORE_CATEGORIES } from "../../../lib/domain/catalogue";
import { ownPlaceOf, placeOf } from "../../../lib/domain/places";
import { isUnsure } from "../../../lib/domain/unsure";
import { useLanguage } from "../../../lib/language/i18n";
import { Button } from "../../../ui/widgets/Button";
import { Dialog, DialogCancel } from "../../../ui/widgets/Dialog";
import { Switch } from "../../../ui/widgets/Field";
import { FormAlert } from "../../../ui/widgets/FormAlert";
import DateLabelButton from "../../../ui/date-label/DateLabelButton";
import { expiryLabel } from "../../../ui/text/expiry-label";
import { ItemFields } from "../../../ui/item-fields/ItemFields";
import {
  MIN_QUANTITY,
  editedItem,
  fieldsOf,
  focusFirstProblem,
  problemsOf,
  withDate,
  withDay,
  type ItemFields as Fields,
} from "../../../ui/item-fields/model";
import { useCommon } from "../../../ui/text/strings";
import { useProducts } from "../../../ui/hooks/use-products";
import { suggestForName } from "./rename-suggestion";
import { expiryReason } from "./reason";
import { useFactsStrings } from "virtual:strings/facts";
import { useItemsStrings } from "virtual:strings/items";
import type { ItemActions } from "../use-item-actions";

interface EditItemDialogProps {
  item: GroceryItem;
  /** Equal items, which can be corrected together with it. */
  sameItems: readonly GroceryItem[];
  /** True if the item has left the larder while the dialog is open. */
  isGone: boolean;
  actions: ItemActions;
  onClose: () => void;
}

/** Edits an item by the rules of specification §5. */
export default function EditItemDialog({ item, sameItems, isGone, actions, onClose }: EditItemDialogProps) {
  const common = useCommon();
  const t = useItemsStrings();
  const facts = useFactsStrings();
  const language = useLanguage();
  const now = useNow();
  const places = usePlaces();
  const own = useOwnPlaces();
  const [currentPlace] = useState<string>(ownPlaceOf(item, own)?.id ?? placeOf(item));
  const [fields, setFields] = useState(() => fieldsOf(language, item, currentPlace));
  const change = (next: Partial<Fields>) => setFields({ ...fields, ...next });
  const chosenPlace = places.find(({ id }) => id === fields.place);
  // Equal lines of one receipt are usually corrected together.
  const [appliesToAll, setAppliesToAll] = useState(
    item.scanSessionId !== null && sameItems.every((other) => other.scanSessionId === item.scanSessionId),
  );
  const [isSubmitted, setIsSubmitted] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const problems = problemsOf(fields, MIN_QUANTITY, true, fieldsOf(language, item));
  const after = editedItem(item, fields);
  const hasChanges = Object.keys(changedFields(item, after)).length > 0;
  const dirty = hasChanges || fields.place !== currentPlace;

  const save = (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (focusFirstProblem(form.current, problems)) return;
    if (hasChanges) {
      const { name, category, unit } = after;
      const others = appliesToAll
        ? sameItems.map((before) => ({ before, after: { ...withDate(before, fields), name, category, unit } }))
        : [];
      actions.save([{ before: item, after }, ...others]);
    } else actions.confirm((appliesToAll ? [item, ...sameItems] : [item]).filter(isUnsure));
    // Sent as a change of state, because the place decides the shelf life.
    if (fields.place !== currentPlace && chosenPlace)
      actions.changeState(hasChanges ? after : item, movedTo(chosenPlace));
    onClose();
  };

  const reason = dirty ? undefined : expiryReason(facts, item);
  const isIncomplete = isSubmitted && (problems.has("name") || problems.has("category"));
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
        {isGone && (
          <p role="status" className="muted pad dashed">
            {t.goneText}
          </p>
        )}
        {isIncomplete && <FormAlert title={t.missingTitle} text={t.missingText} />}
        <ItemFields
          fields={fields}
          onChange={change}
          parts={["name", ["day", "dateKind"], "category", "amount", ["place", "shelfLife"]]}
          problems={isSubmitted ? problems : undefined}
          missing={null}
          categories={EDIT_CATEGORIES}
          moreCategories={MORE_CATEGORIES}
          item={item}
          onDay={(day) => setFields(withDay(fields, day, item))}
          places={places}
          hints={{ day: expiryLabel(common, language, after, now) }}
          after={{
            day: (
              <DateLabelButton
                printed={fields.printed}
                onFound={(printed) => setFields(withDay(fields, printed.day, item, printed))}
              />
            ),
            dateKind: reason && <p className="muted">{reason}</p>,
            name: <SuggestedValues item={item} fields={fields} shelfLifeDays={after.shelfLifeDays} onUse={change} />,
          }}
        />
        {sameItems.length > 0 && (
          <Switch
            label={t.alike(sameItems.length)}
            hint={t.alikeHint}
            checked={appliesToAll}
            onChange={setAppliesToAll}
          />
        )}
      </form>
    </Dialog>
  );
}

interface SuggestedValuesProps {
  item: GroceryItem;
  fields: Fields;
  shelfLifeDays: number;
  onUse: (next: Partial<Fields>) => void;
}

/** Offers the usual shelf life and category for a new name, unless the fields have them. */
function SuggestedValues({ item, fields, shelfLifeDays, onUse }: SuggestedValuesProps) {
  const t = useItemsStrings();
  const catalogue = useProducts();
  const suggestion = catalogue && suggestForName(item, fields.name, catalogue);
  if (!suggestion || (suggestion.days === shelfLifeDays && suggestion.category === fields.category)) return null;
  const { days, category } = suggestion;
  return (
    <p role="status" className="row wrap gap-12">
      <span>{t.renamed(fields.name.trim(), days)}</span>
      <Button size="small" onClick={() => onUse({ shelfLife: String(days), day: null, category })}>
        {t.renamedUse}
      </Button>
    </p>
  );
}
