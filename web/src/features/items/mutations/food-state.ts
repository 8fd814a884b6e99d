import { useCallback, type ReactNode } from "react";
import { outbox } from "../../../api/outbox/outbox";
import type { GroceryItem } from "../../../api/types";
import { formatDay } from "../../../lib/time/dates";
import { afterEvent, isPastUseBy, type FoodEvent } from "../../../lib/domain/food-state";
import { expiryDate } from "../../../lib/domain/freshness";
import { placeOf } from "../../../lib/domain/places";
import { useLanguage, type Language } from "../../../lib/language/i18n";
import { newId } from "../../../lib/state/ids";
import { useConfirm } from "../../../ui/widgets/Confirm";
import { commonStrings } from "../../../ui/text/strings";
import { showToast, showUndo } from "../../../ui/toasts";
import { shareName } from "../item/shares";
import { itemsStrings } from "virtual:strings/items";

/** Queues a change of state, and returns its time, which identifies it for the undo. */
function changeTo(after: GroceryItem, event: FoodEvent): string {
  const at = new Date().toISOString();
  void outbox.submit({ kind: "item.state", item: after, event: { ...event, at } });
  return at;
}

const undo = (item: GroceryItem, at: string) =>
  void outbox.submit({ kind: "item.state", item, event: { event: "undone", at } });

/**
 * Returns a function that records that an item was opened, frozen, thawed, moved or partly used, and computes its new
 * date. `dialog` is the question before a thawed item is frozen again. Calls `onChange` just before the item changes.
 */
export function useChangeState(onChange: (items: readonly GroceryItem[]) => void): {
  changeState: (item: GroceryItem, event: FoodEvent) => Promise<void>;
  dialog: ReactNode;
} {
  const language = useLanguage();
  const { confirm, dialog } = useConfirm();
  const changeState = useCallback(
    async (item: GroceryItem, event: FoodEvent) => {
      const t = itemsStrings();
      const freezes = isFreezing(item, event);
      const after = afterEvent(item, event, new Date());
      if (!after) {
        if (freezes && isPastUseBy(item, new Date())) showToast({ tone: "danger", title: t.useByPassed });
        return;
      }
      const question = { title: t.refreezeTitle, text: t.thawedBefore, action: t.refreeze };
      if (freezes && item.thawedAt && !(await confirm(question))) return;
      onChange([item]);
      const at = changeTo(after, event);
      const action = { label: commonStrings().undo, run: () => undo(item, at) };
      // The server can undo only the last change of an item.
      showToast({ title: toastTitle(language, item, event, after), action, about: `items.state.${item.id}` });
    },
    [language, confirm, onChange],
  );
  return { changeState, dialog };
}

function isFreezing(item: GroceryItem, event: FoodEvent): boolean {
  const goesToFreezer = event.event === "frozen" || (event.event === "moved" && event.storage === "freezer");
  return goesToFreezer && placeOf(item) !== "freezer";
}

/** Says what happened to an item and, if its date has changed, until when it keeps now. */
function toastTitle(language: Language, item: GroceryItem, event: FoodEvent, after: GroceryItem): string {
  const t = itemsStrings();
  if (event.event === "used") return t.leftToast(t.shareLeft[shareName(event.left)], item.name);
  if (after.expiresAt === item.expiresAt) return t.stateToast(event.event, item.name);
  return t.stateToastUntil(event.event, item.name, formatDay(language, expiryDate(after), new Date()));
}

/** Freezes several items, with one undo for all of them. Calls `onChange` just before they change. */
export function freezeItems(items: readonly GroceryItem[], onChange: (items: readonly GroceryItem[]) => void): void {
  const t = itemsStrings();
  // An item that was thawed before can be frozen again only one at a time, after a question.
  const frozen = items.flatMap((item) => {
    const after = item.thawedAt ? undefined : afterEvent(item, { event: "frozen" }, new Date());
    return after ? [{ item, after }] : [];
  });
  onChange(frozen.map(({ item }) => item));
  const changes = frozen.map(({ item, after }) => ({ item, at: changeTo(after, { event: "frozen" }) }));
  const skippedCount = items.length - frozen.length;
  if (frozen.length === 0) return showToast({ tone: "danger", title: t.notFrozen(skippedCount) });
  showUndo(
    `items.several.${newId()}`,
    () => t.frozenToast(frozen.length),
    () => changes.forEach(({ item, at }) => undo(item, at)),
    { text: skippedCount > 0 ? () => t.notFrozen(skippedCount) : undefined },
  );
}
