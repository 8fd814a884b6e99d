import { useEffect, useRef, useState, type FormEvent } from "react";
import type { GroceryItem } from "../../../api/types";
import { EDIT_CATEGORIES, MORE_CATEGORIES } from "../../../lib/domain/catalogue";
import { useLanguage } from "../../../lib/language/i18n";
import { Button } from "../../../ui/Button";
import { ItemFields } from "../../../ui/item-fields/ItemFields";
import { editedItem, fieldsOf, isRefused, problemsOf, withDay } from "../../../ui/item-fields/model";
import { useCommon } from "../../../ui/strings";
import { useHistoryStrings } from "virtual:strings/history";
import { useDraft } from "./draft";

const LINE_CATEGORIES = [...new Set([...EDIT_CATEGORIES, ...MORE_CATEGORIES])];

interface LineFormProps {
  item: GroceryItem;
  onSave: (after: GroceryItem) => void;
  onCancel: () => void;
}

/** Edits a line within the list. Input is stored until it is saved or cancelled. */
export function LineForm({ item, onSave, onCancel }: LineFormProps) {
  const common = useCommon();
  const t = useHistoryStrings().receipt;
  const language = useLanguage();
  const { fields, change, clear } = useDraft(item.id, fieldsOf(language, item));
  const [isSubmitted, setIsSubmitted] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const problems = problemsOf(fields, 0.1);

  useEffect(() => {
    const name = form.current?.querySelector<HTMLInputElement>('[name="name"]');
    name?.focus();
    name?.select();
  }, []);

  const save = (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (isRefused(form.current, problems)) return;
    clear();
    onSave(editedItem(item, fields));
  };
  const cancel = () => {
    clear();
    onCancel();
  };

  return (
    // Escape does the same as the "Cancel" button.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={form}
      noValidate
      onSubmit={save}
      className="stack gap-12 cell"
      aria-label={t.correctNamed(item.name)}
      onKeyDown={(event) => {
        if (event.key === "Escape") cancel();
      }}
    >
      <ItemFields
        fields={fields}
        onChange={change}
        parts={["name", "category", "amount", ["day", "dateKind"]]}
        problems={isSubmitted ? problems : undefined}
        categories={LINE_CATEGORIES}
        item={item}
        onDay={(day) => change(withDay(fields, day, item))}
      />
      <div className="flex gap-8 at-end">
        <Button size="small" onClick={cancel}>
          {common.cancel}
        </Button>
        <Button size="small" variant="primary" type="submit">
          {common.save}
        </Button>
      </div>
    </form>
  );
}
