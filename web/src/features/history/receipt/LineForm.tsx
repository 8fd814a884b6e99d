import { useEffect, useRef, useState, type FormEvent } from "react";
import type { GroceryItem } from "../../../api/types";
import { EDIT_CATEGORIES, MORE_CATEGORIES } from "../../../lib/domain/catalogue";
import { useLanguage } from "../../../lib/language/i18n";
import { Button } from "../../../ui/widgets/Button";
import { ItemFields } from "../../../ui/item-fields/ItemFields";
import {
  MIN_QUANTITY,
  editedItem,
  fieldsOf,
  focusFirstProblem,
  problemsOf,
  withDay,
  type ItemFields as Fields,
} from "../../../ui/item-fields/model";
import { useCommon } from "../../../ui/text/strings";
import { useHistoryStrings } from "virtual:strings/history";
import styles from "./Receipt.module.css";

const LINE_CATEGORIES = [...new Set([...EDIT_CATEGORIES, ...MORE_CATEGORIES])];

/** The fields that a tap on a part of a line opens. The first of them has the part's name. */
const PARTS = {
  name: ["name"],
  quantity: ["amount", "category"],
  day: [["day", "dateKind"]],
} as const;

export interface LineDraft {
  readonly part: keyof typeof PARTS;
  /** The fields that differ from the item, which may change meanwhile. */
  readonly changes: Partial<Fields>;
}

interface LineFormProps {
  item: GroceryItem;
  draft: LineDraft;
  onDraft: (draft: LineDraft) => void;
  onSave: (after: GroceryItem) => void;
  onCancel: () => void;
  onLeaveOut: () => void;
}

/** Edits a part of a line, in its place in the list. */
export function LineForm({ item, draft: { part, changes }, onDraft, onSave, onCancel, onLeaveOut }: LineFormProps) {
  const common = useCommon();
  const t = useHistoryStrings().receipt;
  const language = useLanguage();
  const saved = fieldsOf(language, item);
  const fields: Fields = { ...saved, ...changes };
  const [isSubmitted, setIsSubmitted] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const problems = problemsOf(fields, MIN_QUANTITY, false, saved);

  useEffect(() => {
    const field = form.current?.querySelector<HTMLInputElement>(`[name="${part}"]`);
    field?.focus({ preventScroll: true });
    if (part === "name") field?.select();
    form.current?.scrollIntoView({ block: "nearest" });
  }, [part]);

  const change = (next: Partial<Fields>) => {
    const differs = ([name, value]: [string, unknown]) => value !== saved[name as keyof Fields];
    const all = Object.entries({ ...fields, ...next }).filter(differs);
    onDraft({ part, changes: Object.fromEntries(all) as Partial<Fields> });
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    setIsSubmitted(true);
    if (!focusFirstProblem(form.current, problems)) onSave(editedItem(item, fields));
  };

  return (
    // Escape does the same as the "Cancel" button.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={form}
      noValidate
      onSubmit={save}
      className={`stack gap-8 grow shrink ${styles.scrolled}`}
      aria-label={t.correctNamed(item.name)}
      onKeyDown={(event) => {
        if (event.key === "Escape") onCancel();
      }}
    >
      {part !== "name" && <p className="strong">{item.name}</p>}
      <ItemFields
        fields={fields}
        onChange={change}
        parts={PARTS[part]}
        problems={isSubmitted ? problems : undefined}
        categories={LINE_CATEGORIES}
        item={item}
        onDay={(day) => change(withDay(fields, day, item))}
      />
      {item.rawText && (
        <p className="muted small">
          {t.onReceipt} {item.rawText}
        </p>
      )}
      <div className="flex wrap at-end">
        <Button
          size="small"
          variant="warning"
          className="rigid"
          aria-label={t.takeOutNamed(item.name)}
          onClick={onLeaveOut}
        >
          {t.takeOut}
        </Button>
        <span className="grow" />
        <Button size="small" variant="ghost" onClick={onCancel}>
          {common.cancel}
        </Button>
        <Button size="small" variant="primary" type="submit">
          {common.save}
        </Button>
      </div>
    </form>
  );
}
