import { outbox } from "../../../api/outbox/outbox";
import type { Schemas } from "../../../api/types";
import { newId } from "../../../lib/state/ids";
import { showUndo } from "../../../ui/toasts";
import { joinNotes, type ListLine } from "../list/list-lines";
import { shoppingStrings } from "virtual:strings/shopping";
import { removeRow, restoreRow, type NewListItem } from "./rows";

const update = (id: string, fields: Schemas["ListItemChange"]) =>
  void outbox.submit({ kind: "list.update", id, fields });

/**
 * Applies the fields that differ between `shown` and `typed` to a line. Rows of the line in the same unit are merged
 * into the first one; rows in another unit are kept.
 */
export function editLine({ items: [first, ...otherRows] }: ListLine, shown: NewListItem, typed: NewListItem): void {
  const names = Object.keys(shown) as (keyof NewListItem)[];
  if (!first || names.every((field) => typed[field] === shown[field])) return;
  const merged = otherRows.filter((item) => item.unit === first.unit);
  const separate = otherRows.filter((item) => item.unit !== first.unit);
  const areNotesTyped = typed.notes !== shown.notes;
  // The line shows the notes of all its rows. If they were not edited, each row keeps its own.
  const fields = areNotesTyped ? typed : { ...typed, notes: joinNotes([first, ...merged]) };
  const current: NewListItem = {
    name: first.name,
    category: first.category,
    quantity: first.quantity,
    unit: first.unit,
    notes: first.notes ?? "",
  };
  const changed = names.filter((field) => fields[field] !== current[field]);
  const changedOf = (values: NewListItem) => Object.fromEntries(changed.map((field) => [field, values[field]]));
  const emptied = areNotesTyped ? separate.filter(({ notes }) => notes) : [];
  if (changed.length > 0) update(first.id, changedOf(fields));
  for (const { id } of emptied) update(id, { notes: "" });
  for (const { id } of merged) removeRow(id);
  showUndo(
    `list.edit.${newId()}`,
    () => shoppingStrings().editedTitle,
    () => {
      if (changed.length > 0) update(first.id, changedOf(current));
      for (const { id, notes } of emptied) update(id, { notes: notes ?? "" });
      merged.forEach(restoreRow);
    },
  );
}
