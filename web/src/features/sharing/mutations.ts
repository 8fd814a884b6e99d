import { outbox } from "../../api/outbox/outbox";
import type { SharedItem } from "../../api/types";

/** The server's limit of items in one import. A share can have more. */
const MAX_IMPORTED = 200;

interface ImportedList {
  readonly items: SharedItem[];
  readonly sharedBy: string;
  readonly sharedAt: string;
  readonly token: string;
}

/** Adds the items of a shared list to the user's own. Rejects if the server refuses. */
export async function importList(list: ImportedList): Promise<{ imported: number }> {
  const parts: Promise<{ imported: number }>[] = [];
  for (let start = 0; start < list.items.length; start += MAX_IMPORTED) {
    const items = list.items.slice(start, start + MAX_IMPORTED);
    parts.push(outbox.submit({ kind: "list.import", ...list, items }));
  }
  return { imported: (await Promise.all(parts)).reduce((sum, { imported }) => sum + imported, 0) };
}

/** Returns true if an earlier import of an equal item has not been sent yet. */
export function isImportQueued({ name, unit, quantity, notes }: SharedItem): boolean {
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
