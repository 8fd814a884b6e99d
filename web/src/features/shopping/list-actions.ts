import { outbox } from "../../api/outbox/outbox";
import type { GroceryItem, ShoppingListItem } from "../../api/types";
import { auth } from "../../lib/auth/auth";
import { expiryAfter, freshnessAt } from "../../lib/domain/freshness";
import { newId } from "../../lib/ids";
import { categoryNamed, loadCatalogue, shelfLifeOf, type Catalogue } from "../../lib/products";
import { commonStrings } from "../../ui/strings";
import { showUndo } from "../../ui/toasts";
import type { Line } from "./lines";
import { shoppingStrings } from "./strings";

/**
 * Actions on the list. Each change shows at once and is queued; the toast offers undo. The app announces refusals, so
 * rejections are handled here only if a second change depends on the first.
 */
export type NewListItem = Pick<ShoppingListItem, "name" | "category" | "quantity" | "unit"> & { notes: string };

/** Puts a row back where it was, completed if it was. */
export function putBack(item: ShoppingListItem): void {
  void outbox.submit({ kind: "list.add", item, back: true });
}

/** The user may be faster than the catalogue: `findCategory` sets the row's category once it is loaded. */
export function addToList(fields: NewListItem, { findCategory = false } = {}): void {
  const t = shoppingStrings();
  const item: ShoppingListItem = {
    ...fields,
    id: newId(),
    userId: auth.state().uid ?? "",
    isCompleted: false,
    addedAt: new Date().toISOString(),
    completedAt: null,
    version: 1,
  };
  void outbox.submit({ kind: "list.add", item });
  let isUndone = false;
  const undo = () => {
    isUndone = true;
    void outbox.submit({ kind: "list.remove", id: item.id });
  };
  showUndo("list.add", t.addedTitle, commonStrings().undo, undo, t.addedText);
  if (!findCategory) return;
  const correct = (catalogue: Catalogue) => {
    const category = categoryNamed(item.name, catalogue) ?? item.category;
    if (!isUndone && category !== item.category)
      void outbox.submit({ kind: "list.update", id: item.id, fields: { category } });
  };
  // Without a catalogue the row stays where it is.
  loadCatalogue().then(correct, () => undefined);
}

export function removeFromList({ items }: Line): void {
  const t = shoppingStrings();
  for (const { id } of items) void outbox.submit({ kind: "list.remove", id });
  showUndo("list.remove", t.removedTitle, commonStrings().undo, () => items.forEach(putBack), t.removedText);
}

/** Ticks a line and returns its undo, which names the row versions of this change, so that it reverts nothing else. */
function tick({ items }: Line): () => void {
  const made = new Map<string, number | undefined>();
  for (const { id } of items) {
    void outbox.submit<Partial<ShoppingListItem> | null>({ kind: "list.toggle", id, isCompleted: true }).then(
      (answer) => made.set(id, answer?.version),
      () => undefined,
    );
  }
  // One that is still on its way gets its version from the answer (`outbox.ts`).
  return () =>
    items.forEach(
      ({ id }) => void outbox.submit({ kind: "list.toggle", id, isCompleted: false, version: made.get(id) }),
    );
}

export function setCompleted({ items }: Line, isCompleted: boolean): void {
  for (const { id, version } of items)
    void outbox.submit({ kind: "list.toggle", id, isCompleted, ...(!isCompleted && { version }) });
}

export function clearCompleted(completed: readonly ShoppingListItem[]): void {
  const t = shoppingStrings();
  void outbox.submit({ kind: "list.clearCompleted", ids: completed.map(({ id }) => id) });
  showUndo(
    "list.clear-completed",
    () => t.completedClearedTitle,
    commonStrings().undo,
    () => completed.forEach(putBack),
    () => t.completedClearedText,
  );
}

export function clearList(items: readonly ShoppingListItem[]): void {
  const t = shoppingStrings();
  void outbox.submit({ kind: "list.clearAll", ids: items.map(({ id }) => id) });
  showUndo(
    "list.clear-all",
    () => t.clearedTitle,
    commonStrings().undo,
    () => items.forEach(putBack),
    () => t.clearedText,
  );
}

/**
 * The tracker items of specification §3 for something that has just been bought: one for each unit it was wanted in.
 */
export function trackerItems(line: Line, catalogue: Catalogue, now: Date): GroceryItem[] {
  const shelfLifeDays = shelfLifeOf(line.name, catalogue);
  const expiresAt = expiryAfter(shelfLifeDays, now);
  return line.amounts.map(({ unit, quantity }) => ({
    id: newId(),
    userId: line.items[0]?.userId ?? "",
    scanSessionId: null,
    name: line.name,
    category: line.category,
    quantity,
    unit,
    shelfLifeDays,
    expiresAt,
    createdAt: now.toISOString(),
    status: freshnessAt(expiresAt, now),
    itemStatus: "active",
    ...(line.notes ? { notes: line.notes } : {}),
  }));
}

/** Bought: completes the entry and puts it into the larder. If the larder refuses, the entry is pending again. */
export async function moveToTracker(line: Line): Promise<void> {
  const t = shoppingStrings();
  const catalogue = await loadCatalogue().catch((): Catalogue => new Map());
  const bought = trackerItems(line, catalogue, new Date());
  // In one turn, and the items first: a page that is closed in between must not lose what was bought.
  const created = bought.map((item) => outbox.submit({ kind: "item.create", item }));
  const untick = tick(line);
  let undone = false;
  const undo = () => {
    undone = true;
    for (const item of bought) void outbox.submit({ kind: "item.delete", item });
    untick();
  };
  showUndo("list.track", () => t.trackedTitle, commonStrings().undo, undo, t.trackedText);
  try {
    await Promise.all(created);
  } catch {
    if (!undone) untick();
  }
}
