import { useCallback } from "react";
import { outbox } from "../../../api/outbox/outbox";
import type { Schemas, ShoppingListItem } from "../../../api/types";
import { useCommon } from "../../../ui/strings";
import { showUndo } from "../../../ui/toasts";
import type { ListLine } from "../list-lines";
import { useShoppingStrings } from "virtual:strings/shopping";
import { addRowBack, removeRow, type NewListItem } from "./rows";

const update = (id: string, fields: Schemas["ListItemChange"]) =>
  void outbox.submit({ kind: "list.update", id, fields });

/** Every note of these rows, each once. */
function joinNotes(items: readonly ShoppingListItem[]): string {
  return [...new Set(items.map(({ notes }) => notes ?? "").filter((notes) => notes !== ""))].join(" · ");
}

/**
 * Corrects a line by what was typed over what it showed (`shown`). Items of the line in the same unit become the first
 * one, those in another stay.
 */
export function useEditLine(): (line: ListLine, shown: NewListItem, typed: NewListItem) => void {
  const common = useCommon();
  const t = useShoppingStrings();
  return useCallback(
    ({ items: [first, ...others] }, shown, typed) => {
      const names = Object.keys(shown) as (keyof NewListItem)[];
      if (!first || names.every((field) => typed[field] === shown[field])) return;
      const replaced = others.filter((item) => item.unit === first.unit);
      const kept = others.filter((item) => item.unit !== first.unit);
      const areNotesTyped = typed.notes !== shown.notes;
      // The line shows the notes of all its rows. What was left alone stays with the row it is of.
      const fields = areNotesTyped ? typed : { ...typed, notes: joinNotes([first, ...replaced]) };
      const present: NewListItem = {
        name: first.name,
        category: first.category,
        quantity: first.quantity,
        unit: first.unit,
        notes: first.notes ?? "",
      };
      const changed = names.filter((field) => fields[field] !== present[field]);
      const only = (values: NewListItem) => Object.fromEntries(changed.map((field) => [field, values[field]]));
      const emptied = areNotesTyped ? kept.filter(({ notes }) => notes) : [];
      if (changed.length > 0) update(first.id, only(fields));
      for (const { id } of emptied) update(id, { notes: "" });
      for (const { id } of replaced) removeRow(id);
      showUndo(
        "list.edit",
        () => t.editedTitle,
        common.undo,
        () => {
          if (changed.length > 0) update(first.id, only(present));
          for (const { id, notes } of emptied) update(id, { notes: notes ?? "" });
          replaced.forEach(addRowBack);
        },
      );
    },
    [common, t],
  );
}
