/**
 * Mutations of the list's rows. Each shows at once and is queued. The app announces refused changes, so rejections are
 * handled here only if a second change depends on the first.
 */
import { newItem, newListItem } from "../../../api/new-item";
import { outbox } from "../../../api/outbox/outbox";
import type { GroceryItem, ShoppingListItem } from "../../../api/types";
import { categoryNamed, loadCatalogue, shelfLifeOf, type Catalogue } from "../../../lib/domain/products";
import { checkCapacity } from "../../../ui/mutations/capacity";
import { showUndo } from "../../../ui/toasts";
import type { ListLine } from "../list/list-lines";
import { shoppingStrings } from "virtual:strings/shopping";

export type NewListItem = Pick<ShoppingListItem, "name" | "category" | "quantity" | "unit"> & { notes: string };

/** Adds a removed row again, completed if it was. */
export function restoreRow(item: ShoppingListItem): void {
  void outbox.submit({ kind: "list.add", item, back: true });
}

export function removeRow(id: string): void {
  void outbox.submit({ kind: "list.remove", id });
}

/** Adds a row. With `findCategory`, sets its category as soon as the catalogue is loaded. */
export function addRow(fields: NewListItem, { findCategory = false } = {}): void {
  const t = shoppingStrings();
  const item = newListItem(fields, new Date());
  void outbox.submit({ kind: "list.add", item });
  let isUndone = false;
  const undo = () => {
    isUndone = true;
    removeRow(item.id);
  };
  showUndo("list.add", t.addedTitle, undo, { text: t.addedText });
  if (!findCategory) return;
  const correct = (catalogue: Catalogue) => {
    const category = categoryNamed(item.name, catalogue) ?? item.category;
    if (!isUndone && category !== item.category)
      void outbox.submit({ kind: "list.update", id: item.id, fields: { category } });
  };
  // Without a catalogue the row keeps its category.
  loadCatalogue().then(correct, () => undefined);
}

/** Removes the rows of a line. */
export function removeLine({ items }: ListLine): void {
  const t = shoppingStrings();
  for (const { id } of items) removeRow(id);
  showUndo("list.remove", t.removedTitle, () => items.forEach(restoreRow), { text: t.removedText });
}

/** Ticks or unticks a line. An untick names the row's version on screen, so that it reverts no later tick. */
export function tickLine({ items }: ListLine, isCompleted: boolean): void {
  for (const { id, version } of items)
    void outbox.submit({ kind: "list.toggle", id, isCompleted, ...(!isCompleted && { version }) });
}

/** Removes the completed rows. */
export function clearCompleted(completed: readonly ShoppingListItem[]): void {
  const t = shoppingStrings();
  void outbox.submit({ kind: "list.clearCompleted", ids: completed.map(({ id }) => id) });
  showUndo(
    "list.clear-completed",
    () => t.completedClearedTitle,
    () => completed.forEach(restoreRow),
    { text: () => t.completedClearedText },
  );
}

/** Removes all rows. */
export function clearList(items: readonly ShoppingListItem[]): void {
  const t = shoppingStrings();
  void outbox.submit({ kind: "list.clearAll", ids: items.map(({ id }) => id) });
  showUndo(
    "list.clear-all",
    () => t.clearedTitle,
    () => items.forEach(restoreRow),
    { text: () => t.clearedText },
  );
}

/** Returns the larder items for a line that was bought (specification §3): one for each unit of the line. */
export function boughtItems(line: ListLine, catalogue: Catalogue, now: Date): GroceryItem[] {
  const shelfLifeDays = shelfLifeOf(line.name, catalogue);
  // The category is the aisle, which a row of the item gets again; screens show its food category.
  const { name, category, notes } = line;
  return line.amounts.map((amount) =>
    newItem({ name, category, ...amount, shelfLifeDays, ...(notes && { notes }) }, now),
  );
}

/** Ticks rows and returns the undo. It names the row versions of this change, so that it reverts no later one. */
function tickWithUndo(items: readonly ShoppingListItem[]): () => void {
  const versions = new Map<string, number | undefined>();
  for (const { id } of items) {
    void outbox.submit<Partial<ShoppingListItem> | null>({ kind: "list.toggle", id, isCompleted: true }).then(
      (row) => versions.set(id, row?.version),
      () => undefined,
    );
  }
  // If a tick has no response yet, the outbox takes the version from it (`outbox.ts`).
  return () =>
    items.forEach(
      ({ id }) => void outbox.submit({ kind: "list.toggle", id, isCompleted: false, version: versions.get(id) }),
    );
}

/** The rows that wait for the catalogue before they are moved. */
const moving = new Set<string>();

/**
 * Ticks bought lines and adds their items to the larder, each once. If the server refuses an item, unticks the rows of
 * its line again.
 */
export async function moveToLarder(allLines: readonly ListLine[]): Promise<void> {
  const t = shoppingStrings();
  const lines = allLines.filter(({ items }) => !items.some(({ id }) => moving.has(id)));
  if (lines.length === 0) return;
  const ids = lines.flatMap(({ items }) => items.map(({ id }) => id));
  ids.forEach((id) => moving.add(id));
  const catalogue = await loadCatalogue().catch((): Catalogue => new Map());
  ids.forEach((id) => moving.delete(id));
  const now = new Date();
  const bought = lines.map((line) => boughtItems(line, catalogue, now));
  if (!checkCapacity(bought.flat().length)) return;
  // Synchronously, and the items first: if the page is closed in between, no purchase is lost.
  const created = bought.map((items) => Promise.all(items.map((item) => outbox.submit({ kind: "item.create", item }))));
  const unticks = lines.map(({ items }) => tickWithUndo(items.filter(({ isCompleted }) => !isCompleted)));
  let isUndone = false;
  const undo = () => {
    isUndone = true;
    for (const item of bought.flat()) void outbox.submit({ kind: "item.delete", item });
    unticks.forEach((untick) => untick());
  };
  showUndo("list.track", () => t.trackedTitle, undo, { text: t.trackedText, count: lines.length });
  const untickIfRefused = (items: Promise<unknown>, index: number) =>
    items.catch(() => {
      if (!isUndone) unticks[index]?.();
    });
  await Promise.all(created.map(untickIfRefused));
}
