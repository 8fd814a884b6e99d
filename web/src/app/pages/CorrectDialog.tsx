import { useState } from "react";
import { sendCorrected } from "../../api/outbox/correct";
import type { QueuedChange } from "../../api/outbox/rows";
import type { GroceryItem, ShoppingListItem } from "../../api/types";
import { EDIT_CATEGORIES, MORE_CATEGORIES, aisleOf } from "../../lib/domain/catalogue";
import { CATEGORIES } from "../../lib/domain/products";
import { useLanguage } from "../../lib/language/i18n";
import { writeNumber } from "../../lib/language/numbers";
import { FormDialog } from "../../ui/widgets/FormDialog";
import { ItemFields } from "../../ui/item-fields/ItemFields";
import {
  EMPTY_FIELDS,
  MIN_QUANTITY,
  amountOf,
  editedItem,
  fieldsOf,
  focusFirstProblem,
  problemsOf,
  withDay,
} from "../../ui/item-fields/model";
import { useCommon } from "../../ui/text/strings";

interface CorrectDialogProps {
  row: QueuedChange;
  /** The item or row of the list with the values that the server refused. */
  refused: GroceryItem | ShoppingListItem;
  reason: string;
  onClose: () => void;
}

/** Corrects the values of a change that the server refused, and sends it again. */
export function CorrectDialog({ row, refused, reason, onClose }: CorrectDialogProps) {
  const common = useCommon();
  const language = useLanguage();
  const item = "expiresAt" in refused ? refused : undefined;
  const [fields, setFields] = useState(() => {
    if (item) return fieldsOf(language, item);
    const { name, unit, notes } = refused;
    return {
      ...EMPTY_FIELDS,
      name,
      category: aisleOf(refused.category),
      unit,
      quantity: writeNumber(language, refused.quantity),
      notes: notes ?? "",
    };
  });
  const [isSubmitted, setIsSubmitted] = useState(false);
  const problems = problemsOf(fields, MIN_QUANTITY, true);

  const save = (form: HTMLFormElement) => {
    setIsSubmitted(true);
    if (focusFirstProblem(form, problems)) return;
    const { category, unit } = fields;
    const [name, notes] = [fields.name.trim(), fields.notes.trim()];
    if (item) void sendCorrected(row, item, editedItem(item, fields));
    else void sendCorrected(row, refused, { ...refused, name, category, unit, notes, quantity: amountOf(fields) });
    onClose();
  };

  return (
    <FormDialog title={common.edit} description={reason} onClose={onClose} onSubmit={save}>
      <ItemFields
        fields={fields}
        onChange={(next) => setFields({ ...fields, ...next })}
        parts={
          item
            ? ["name", ["day", "dateKind"], "category", "amount", "shelfLife"]
            : ["name", "amount", "category", "notes"]
        }
        problems={isSubmitted ? problems : undefined}
        categories={item ? EDIT_CATEGORIES : CATEGORIES}
        {...(item && {
          item,
          moreCategories: MORE_CATEGORIES,
          onDay: (day: string) => setFields(withDay(fields, day, item)),
        })}
      />
    </FormDialog>
  );
}
