import { useState } from "react";
import { useLanguage } from "../../../lib/language/i18n";
import { writeNumber } from "../../../lib/language/numbers";
import { MAX_QUANTITY } from "../../../lib/domain/limits";
import { CATEGORIES } from "../../../lib/domain/products";
import { FormDialog } from "../../../ui/widgets/FormDialog";
import { ItemFields } from "../../../ui/item-fields/ItemFields";
import { EMPTY_FIELDS, amountOf, type Problem } from "../../../ui/item-fields/model";
import { editLine } from "../mutations/edit-line";
import type { ListLine } from "./list-lines";
import { useShoppingStrings } from "virtual:strings/shopping";

/** Edits a line of the list. */
export default function EditLineDialog({ line, onClose }: { line: ListLine; onClose: () => void }) {
  const t = useShoppingStrings();
  const language = useLanguage();
  const [shown] = useState(() => {
    const { quantity, unit } = line.amounts[0] ?? { unit: "item", quantity: 1 };
    return { name: line.name, category: line.category, quantity, unit, notes: line.notes };
  });
  const [fields, setFields] = useState({
    ...EMPTY_FIELDS,
    ...shown,
    quantity: writeNumber(language, shown.quantity),
  });
  const [problems, setProblems] = useState<ReadonlySet<Problem>>();

  const save = () => {
    if (fields.name.trim() === "") return setProblems(new Set(["name"]));
    const { name, category, unit, notes } = fields;
    const amount = amountOf(fields);
    // Invalid input becomes 1 (specification §5).
    const quantity = amount > 0 && amount <= MAX_QUANTITY ? amount : 1;
    editLine(line, shown, { name: name.trim(), category, unit, notes: notes.trim(), quantity });
    onClose();
  };

  return (
    <FormDialog title={t.editTitle} onClose={onClose} onSubmit={save}>
      <ItemFields
        fields={fields}
        onChange={(next) => {
          setFields({ ...fields, ...next });
          if (next.name !== undefined) setProblems(undefined);
        }}
        parts={["name", "amount", "category", "notes"]}
        problems={problems}
        missing={`${t.missingTitle}: ${t.missingText}`}
        categories={CATEGORIES}
        min={1}
        placeholders={{ notes: t.notesPlaceholder }}
      />
    </FormDialog>
  );
}
