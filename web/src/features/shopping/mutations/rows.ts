import { useCallback } from "react";
import { outbox } from "../../../api/outbox/outbox";
import type { GroceryItem, ShoppingListItem } from "../../../api/types";
import { auth } from "../../../lib/auth/auth";
import { expiryAfter, freshnessAt } from "../../../lib/domain/freshness";
import { newId } from "../../../lib/state/ids";
import { categoryNamed, loadCatalogue, shelfLifeOf, type Catalogue } from "../../../lib/domain/products";
import { useCommon } from "../../../ui/strings";
import { showUndo } from "../../../ui/toasts";
import type { ListLine } from "../list-lines";
import { useShoppingStrings } from "virtual:strings/shopping";

/**
 * Mutations of the list's rows. Each shows at once and is queued; the toast offers undo. The app announces refused
 * changes, so rejections are handled here only if a second change depends on the first.
 */
export type NewListItem = Pick<ShoppingListItem, "name" | "category" | "quantity" | "unit"> & { notes: string };

/** Puts a row back where it was, completed if it was. */
export function addRowBack(item: ShoppingListItem): void {
  void outbox.submit({ kind: "list.add", item, back: true });
}

export function removeRow(id: string): void {
  void outbox.submit({ kind: "list.remove", id });
}

/** Adds a row. The user may be faster than the catalogue: `findCategory` sets the row's category once it is loaded. */
export function useAddRow(): (fields: NewListItem, options?: { findCategory?: boolean }) => void {
  const common = useCommon();
  const t = useShoppingStrings();
  return useCallback(
    (fields, { findCategory = false } = {}) => {
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
        removeRow(item.id);
      };
      showUndo("list.add", t.addedTitle, common.undo, undo, t.addedText);
      if (!findCategory) return;
      const correct = (catalogue: Catalogue) => {
        const category = categoryNamed(item.name, catalogue) ?? item.category;
        if (!isUndone && category !== item.category)
          void outbox.submit({ kind: "list.update", id: item.id, fields: { category } });
      };
      // Without a catalogue the row stays where it is.
      loadCatalogue().then(correct, () => undefined);
    },
    [common, t],
  );
}

/** Removes the rows of a line. */
export function useRemoveLine(): (line: ListLine) => void {
  const common = useCommon();
  const t = useShoppingStrings();
  return useCallback(
    ({ items }) => {
      for (const { id } of items) removeRow(id);
      showUndo("list.remove", t.removedTitle, common.undo, () => items.forEach(addRowBack), t.removedText);
    },
    [common, t],
  );
}

function tickLine({ items }: ListLine, isCompleted: boolean): void {
  for (const { id, version } of items)
    void outbox.submit({ kind: "list.toggle", id, isCompleted, ...(!isCompleted && { version }) });
}

/** Ticks a line, or takes its tick back. */
export const useTickLine = (): typeof tickLine => tickLine;

/** Removes the completed rows. */
export function useClearCompleted(): (completed: readonly ShoppingListItem[]) => void {
  const common = useCommon();
  const t = useShoppingStrings();
  return useCallback(
    (completed) => {
      void outbox.submit({ kind: "list.clearCompleted", ids: completed.map(({ id }) => id) });
      showUndo(
        "list.clear-completed",
        () => t.completedClearedTitle,
        common.undo,
        () => completed.forEach(addRowBack),
        () => t.completedClearedText,
      );
    },
    [common, t],
  );
}

/** Removes all rows. */
export function useClearList(): (items: readonly ShoppingListItem[]) => void {
  const common = useCommon();
  const t = useShoppingStrings();
  return useCallback(
    (items) => {
      void outbox.submit({ kind: "list.clearAll", ids: items.map(({ id }) => id) });
      showUndo(
        "list.clear-all",
        () => t.clearedTitle,
        common.undo,
        () => items.forEach(addRowBack),
        () => t.clearedText,
      );
    },
    [common, t],
  );
}

/**
 * The tracker items of specification §3 for something that has just been bought: one for each unit it was wanted in.
 */
export function trackerItems(line: ListLine, catalogue: Catalogue, now: Date): GroceryItem[] {
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

/** Ticks rows and returns the undo, which names the row versions of this change, so that it reverts nothing else. */
function tickWithUndo(items: readonly ShoppingListItem[]): () => void {
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

/** Bought: completes lines and puts them into the larder. If it refuses, what was not ticked before is pending again. */
export function useMoveToTracker(): (lines: readonly ListLine[]) => Promise<void> {
  const common = useCommon();
  const t = useShoppingStrings();
  return useCallback(
    async (lines) => {
      const catalogue = await loadCatalogue().catch((): Catalogue => new Map());
      const now = new Date();
      const bought = lines.flatMap((line) => trackerItems(line, catalogue, now));
      // Synchronously, and the items first: if the page is closed in between, no purchase is lost.
      const created = bought.map((item) => outbox.submit({ kind: "item.create", item }));
      const untick = tickWithUndo(lines.flatMap(({ items }) => items.filter(({ isCompleted }) => !isCompleted)));
      let undone = false;
      const undo = () => {
        undone = true;
        for (const item of bought) void outbox.submit({ kind: "item.delete", item });
        untick();
      };
      showUndo("list.track", () => t.trackedTitle, common.undo, undo, t.trackedText, undefined, lines.length);
      try {
        await Promise.all(created);
      } catch {
        if (!undone) untick();
      }
    },
    [common, t],
  );
}
