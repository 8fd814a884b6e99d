import { outbox } from "../../api/outbox/outbox";
import type { GroceryItem, ShoppingListItem } from "../../api/types";
import { auth } from "../../lib/auth/auth";
import { expiryAfter, freshnessAt } from "../../lib/domain/freshness";
import { newId } from "../../lib/ids";
import { loadCatalogue, shelfLifeOf, type Catalogue } from "../../lib/products";
import { commonStrings } from "../../ui/strings";
import { showToast, showUndo } from "../../ui/toasts";
import { shoppingStrings } from "./strings";

/**
 * What can be done with the list. Each change shows at once and is queued; the toast offers to take it back. Refusals are announced by the app, which is why
 * rejections are not looked at here unless a second change depends on the first.
 */
export type NewListItem = Pick<ShoppingListItem, "name" | "category" | "quantity" | "unit"> & { notes: string };

/** Puts a row back where it was, completed if it was. */
function putBack(item: ShoppingListItem): void {
  void outbox.submit({ kind: "list.add", item, back: true });
}

export function addToList(fields: NewListItem): void {
  const t = shoppingStrings();
  const item: ShoppingListItem = {
    ...fields, id: newId(), userId: auth.state().uid ?? "", isCompleted: false, addedAt: new Date().toISOString(), completedAt: null,
  };
  void outbox.submit({ kind: "list.add", item });
  showUndo("list.add", t.addedTitle, commonStrings().undo, () => void outbox.submit({ kind: "list.remove", id: item.id }), t.addedText);
}

export function removeFromList(item: ShoppingListItem): void {
  const t = shoppingStrings();
  void outbox.submit({ kind: "list.remove", id: item.id });
  showUndo("list.remove", t.removedTitle, commonStrings().undo, () => putBack(item), t.removedText);
}

export function setCompleted(item: ShoppingListItem, isCompleted: boolean): void {
  void outbox.submit({ kind: "list.toggle", id: item.id, isCompleted });
}

export function clearCompleted(completed: readonly ShoppingListItem[]): void {
  const t = shoppingStrings();
  void outbox.submit({ kind: "list.clearCompleted" });
  showUndo("list.clear-completed", () => t.completedClearedTitle, commonStrings().undo, () => completed.forEach(putBack), () => t.completedClearedText);
}

export function clearList(): void {
  const t = shoppingStrings();
  void outbox.submit({ kind: "list.clearAll" });
  showToast({ tone: "success", title: t.clearedTitle, text: t.clearedText });
}

/** The tracker item of specification §3 for something that has just been bought. */
export function trackerItem(item: ShoppingListItem, catalogue: Catalogue, now: Date): GroceryItem {
  const { name, category, quantity, unit, notes, userId } = item;
  const shelfLifeDays = shelfLifeOf(name, catalogue);
  const expiresAt = expiryAfter(shelfLifeDays, now);
  return {
    id: newId(), userId, scanSessionId: null, name, category, quantity, unit, shelfLifeDays, expiresAt,
    createdAt: now.toISOString(), status: freshnessAt(expiresAt, now), itemStatus: "active", ...(notes ? { notes } : {}),
  };
}

/** Bought: completes the entry and puts it into the larder. If the larder refuses, the entry is pending again. */
export async function moveToTracker(item: ShoppingListItem): Promise<void> {
  const t = shoppingStrings();
  setCompleted(item, true);
  const catalogue = await loadCatalogue().catch((): Catalogue => new Map());
  const bought = trackerItem(item, catalogue, new Date());
  let undone = false;
  const undo = () => {
    undone = true;
    void outbox.submit({ kind: "item.delete", item: bought });
    setCompleted(item, false);
  };
  showUndo("list.track", () => t.trackedTitle, commonStrings().undo, undo, t.trackedText);
  try {
    await outbox.submit({ kind: "item.create", item: bought });
  } catch {
    if (!undone) setCompleted(item, false);
  }
}
