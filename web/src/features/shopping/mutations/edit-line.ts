import { outbox } from "../../../api/outbox/outbox";
import type { Schemas, ShoppingListItem } from "../../../api/types";
import { newId } from "../../../lib/state/ids";
import { showUndo } from "../../../ui/toasts";
import { joinNotes, type ListLine } from "../list/list-lines";
import { shoppingStrings } from "virtual:strings/shopping";
import { removeRow, restoreRow, type NewListItem } from "./rows";

const update = (id: string, fields: Schemas["ListItemChange"]) =>
  void outbox.submit({ kind: "list.update", id, fields });

const valuesOf = ({ name, category, quantity, unit, notes }: ShoppingListItem): NewListItem => ({
  name,
  category,
  quantity,
  unit,
  notes: notes ?? "",
});

/**
 * Applies the fields that differ between `shown` and `typed` to a line. Rows of the line in the same unit are merged
 * into the first one; rows in another unit keep their quantity.
 */
export function editLine({ items: [first, ...otherRows] }: ListLine, shown: NewListItem, typed: NewListItem): void {
  const names = Object.keys(shown) as (keyof NewListItem)[];
  if (!first || names.every((field) => typed[field] === shown[field])) return;
  const merged = otherRows.filter((item) => item.unit === first.unit);
  const separate = otherRows.filter((item) => item.unit !== first.unit);
  const areNotesTyped = typed.notes !== shown.notes;
  // The line shows the notes of all its rows. If they were not edited, each row keeps its own.
  const ofFirst = areNotesTyped ? typed : { ...typed, notes: joinNotes([first, ...merged]) };
  const ofOther = (own: NewListItem): NewListItem => ({
    ...own,
    name: typed.name === shown.name ? own.name : typed.name,
    category: typed.category === shown.category ? own.category : typed.category,
    notes: areNotesTyped ? "" : own.notes,
  });
  const edits = [first, ...separate].flatMap((row) => {
    const before = valuesOf(row);
    const after = row === first ? ofFirst : ofOther(before);
    const changed = names.filter((field) => after[field] !== before[field]);
    const changedOf = (values: NewListItem) => Object.fromEntries(changed.map((field) => [field, values[field]]));
    return changed.length > 0 ? [{ id: row.id, before: changedOf(before), after: changedOf(after) }] : [];
  });
  for (const { id, after } of edits) update(id, after);
  for (const { id } of merged) removeRow(id);
  showUndo(
    `list.edit.${newId()}`,
    () => shoppingStrings().editedTitle,
    () => {
      for (const { id, before } of edits) update(id, before);
      merged.forEach(restoreRow);
    },
  );
}
