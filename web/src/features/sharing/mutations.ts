import { outbox } from "../../api/outbox/outbox";
import type { SharedItem } from "../../api/types";

interface ImportedList {
  readonly items: SharedItem[];
  readonly sharedBy: string;
  readonly sharedAt: string;
  readonly token: string;
}

/** Adds the items of a shared list to the user's own. Rejects if the server refuses. */
export function importList(list: ImportedList): Promise<{ imported: number }> {
  return outbox.submit({ kind: "list.import", ...list });
}

/** Returns true if an earlier import of the same item has not been sent yet. */
export function isImporting({ name, unit, quantity, notes }: SharedItem): boolean {
  return outbox
    .pending()
    .some(
      ({ change }) =>
        change.kind === "list.import" &&
        change.items.some(
          (item) =>
            item.name === name &&
            item.unit === unit &&
            item.quantity === quantity &&
            (item.notes ?? "") === (notes ?? ""),
        ),
    );
}
